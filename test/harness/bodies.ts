import type { resources } from '#contract/index.ts'
import { expectOk, invoiceBody, type Organization, paymentBody, today } from './organization.ts'

export type Body = Record<string, unknown>
const unique = () => crypto.randomUUID().slice(0, 8)
const named = (name: string) => ({ name: `${name} ${unique()}`, name_en: `${name} ${unique()}`, status: 'active' })

/** A body that every resource's create accepts, in the hands of this organisation. */
export const bodies: Record<keyof typeof resources, (owner: Organization) => Promise<Body> | Body> = {
  branches: () => ({ ...named('فرع'), email: 'branch@example.sa', city_id: 2 }),
  taxes: () => ({ ...named('ضريبة'), rate: '5' }),
  units: () => ({ ...named('وحدة'), code: unique() }),
  productCategories: () => named('تصنيف'),
  products: ({ ids }) => ({
    ...named('صنف'),
    code: unique(),
    product_type_id: 1,
    product_category_id: ids.category,
    unit_id: ids.unit,
    sale_price: '12.5',
    purchase_price: '8',
    quantity: '0',
    apply_tax: true,
  }),
  customers: () => ({ ...named('عميل'), email: 'a@example.sa', type: 'company', country_id: 1, city_id: 2 }),
  suppliers: () => ({ ...named('مورد'), email: 'a@example.sa', type: 'company', country_id: 1, city_id: 2 }),
  invoices: (owner) => invoiceBody(owner),
  bills: (owner) => billBody(owner),
  incomePayments: async (owner) => {
    const invoice = expectOk(await owner.post('/invoices', invoiceBody(owner))).body.data
    return paymentBody(owner, { amount: 100, references: [{ reference_id: invoice.id, amount: 100 }] })
  },
  expensePayments: async (owner) => {
    const bill = expectOk(await owner.post('/bills', billBody(owner))).body.data
    const { customer_id: _, ...rest } = paymentBody(owner, {
      amount: 100,
      references: [{ reference_id: bill.id, amount: 100 }],
    })
    return { ...rest, supplier_id: owner.ids.supplier }
  },
}

export function billBody({ ids }: Organization, change: Body = {}): Body {
  return {
    bill_number: `B-${unique()}`,
    bill_date: today(),
    due_date: today(),
    supplier_id: ids.supplier,
    branch_id: ids.branch,
    currency_id: ids.currency,
    tax_id: ids.tax,
    items: [{ product_id: ids.goods, quantity: 10, price: 60, tax_rate: 15 }],
    ...change,
  }
}
