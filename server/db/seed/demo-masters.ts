import type { Api } from './demo-api.ts'
import { branches, categories, companies, company, individuals, products, suppliers } from './demo-company.ts'

export type DemoProduct = {
  id: number
  name_en: string
  sale_price: number
  purchase_price: number
  kind: 'goods' | 'service' | 'bought'
  /** The present stock, and sales since the last bill: sold goods are purchased again. */
  left: number
  sold: number
}
export type Masters = {
  branches: number[]
  tax: number
  methods: number[]
  customers: number[]
  suppliers: number[]
  products: DemoProduct[]
  /** Unpaid invoices, month by month. */
  open: OpenInvoice[]
  /** Bills we have not paid yet, from month to month. */
  owed: OpenBill[]
  /** This month's invoices that are paid in full, and rows of this month of which a piece may go back. */
  settled: Set<number>
  sold: TradedRow[]
  bought: TradedRow[]
  /** Cash and card receipts since the last deposit, in halalas. */
  taken: { cash: number; card: number }
}
export type OpenBill = { id: number; total: number; supplier_id: number }
export type OpenInvoice = { id: number; total: number; customer_id: number; branch_id: number }

/** Organisation, branches, customers, suppliers and products, as a user would enter them in the first days. */
export async function createMasters(api: Api): Promise<Masters> {
  const [first, ...others] = branches
  await api.post('/organization/onboarding/submit', { organization_information: company, branch_information: first })
  for (const branch of others) await api.post('/branches', { ...branch, status: 'active' })
  const taxes = await api.list('/taxes/list')
  return {
    branches: (await api.list('/branches/list')).map((branch) => branch.id),
    tax: taxes.find((tax) => tax.rate === 15)?.id as number,
    methods: (await api.list('/payment-methods/list')).map((method) => method.id),
    customers: await createCustomers(api),
    suppliers: await createSuppliers(api),
    products: await createProducts(api),
    open: [],
    owed: [],
    settled: new Set(),
    sold: [],
    bought: [],
    taken: { cash: 0, card: 0 },
  }
}

async function createCustomers(api: Api): Promise<number[]> {
  const ids: number[] = []
  const districts = ['العليا', 'النخيل', 'الملقا', 'الصحافة', 'السليمانية', 'الروضة', 'الحمراء', 'الشاطئ']
  for (const [index, name] of [...companies, ...individuals].entries()) {
    const isCompany = index < companies.length
    const { id } = await api.post('/customers', {
      ...name,
      email: `client${index + 1}@example.sa`,
      mobile: `05${String(50_000_000 + index * 104_729).slice(0, 8)}`,
      type: isCompany ? (index % 4 === 0 ? 'establishment' : 'company') : 'individual',
      status: index === 17 ? 'blocked' : index % 19 === 11 ? 'inactive' : index % 23 === 7 ? 'pending' : 'active',
      city_id: (index % 5) + 1,
      payment_terms_days: isCompany ? [30, 15, 45, 0][index % 4] : 0,
      ...(isCompany && {
        tax_number: `3${String(10_000_000_000_00 + index * 7_919_337).slice(0, 13)}3`,
        commercial_registration: `10${String(10_000_000 + index * 31_337)}`,
        street: 'طريق الملك عبدالعزيز',
        building_number: String(2000 + index * 37),
        district: districts[index % districts.length],
        postal_code: String(11_500 + index * 3),
      }),
    })
    ids.push(id)
  }
  // Inactive customers get no invoices in the demo.
  return ids.filter((_, index) => index !== 17 && index % 19 !== 11)
}

async function createSuppliers(api: Api): Promise<number[]> {
  const ids: number[] = []
  for (const [index, name] of suppliers.entries()) {
    const body = {
      ...name,
      email: `supplier${index + 1}@example.sa`,
      mobile: `0560000${index}0${index}`,
      type: 'company',
      status: 'active',
      tax_number: `31000000000${index}003`,
    }
    ids.push((await api.post('/suppliers', body)).id)
  }
  return ids
}

async function createProducts(api: Api): Promise<DemoProduct[]> {
  const categoryIds: number[] = []
  for (const category of categories)
    categoryIds.push((await api.post('/product-categories', { ...category, status: 'active' })).id)
  const units = new Map((await api.list('/units/list')).map((unit) => [unit.code as string, unit.id]))
  const accounts = new Map(
    (await api.list('/accounting/accounts/list')).map(({ number, id }) => [number as string, id]),
  )
  const created: DemoProduct[] = []
  for (const [index, line] of products.trim().split('\n').entries()) {
    const [category, name, name_en, unit, sale_price, purchase_price, quantity, account] = line.split('|') as [
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
    ]
    const kind = quantity === 'S' ? 'service' : quantity === 'X' ? 'bought' : 'goods'
    const { id } = await api.post('/products', {
      code: `N-${String(index + 1).padStart(3, '0')}`,
      name,
      name_en,
      product_type_id: kind === 'goods' ? 1 : 2,
      product_category_id: categoryIds[Number(category)],
      unit_id: units.get(unit),
      sale_price,
      purchase_price,
      apply_tax: true,
      status: 'active',
      ...(kind === 'goods' ? { quantity } : { unlimited_quantity: true }),
      ...(account && { expense_account_id: accounts.get(account) }),
    })
    created.push({
      id,
      name_en,
      sale_price: Number(sale_price),
      purchase_price: Number(purchase_price),
      kind,
      left: Number(quantity) || 0,
      sold: 0,
    })
  }
  return created
}

/** A row of goods that were sold or bought this month, of which a piece may go back. */
export type TradedRow = { id: number; line_number: number; product: DemoProduct; quantity: number }
