import type { resources } from '#contract/index.ts'
import type { Call } from '#contract/kit/resource.ts'
import { expectOk, invoiceBody, type Organization, paymentBody, today } from './organization.ts'

export type Body = Record<string, unknown>
const unique = () => crypto.randomUUID().slice(0, 8)
const named = (name: string) => ({ name: `${name} ${unique()}`, name_en: `${name} ${unique()}`, status: 'active' })

/** A body that every resource's create accepts, in the hands of this organisation. */
export const bodies: Record<keyof typeof resources, (owner: Organization) => Promise<Body> | Body> = {
  users: () => ({
    name: `مستخدم ${unique()}`,
    email: `${unique()}@example.sa`,
    status: 'inactive',
    password: 'a long password',
  }),
  roles: () => ({ name: `دور ${unique()}`, permissions: ['list-invoice', 'read-invoice'] }),
  financialYears: () => yearBody(),
  journalEntries: (owner) => journalBody(owner),
  branches: () => ({ ...named('فرع'), email: 'branch@example.sa', city_id: 2 }),
  taxes: () => ({ ...named('ضريبة'), rate: '5' }),
  paymentMethods: async (owner) => ({ ...named('طريقة'), account_id: await accountId(owner, '110102') }),
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
  productUnits: async (owner) => ({
    product_id: owner.ids.goods,
    unit_id: expectOk(await owner.post('/units', bodies.units(owner) as Body)).body.data.id,
    content: '12',
    sale_price: '110',
    status: 'active',
  }),
  stockCounts: ({ ids }) => ({
    count_date: today(),
    branch_id: ids.branch,
    lines: [{ product_id: ids.goods, counted: '990' }],
  }),
  stockPlaces: ({ ids }) => ({ ...named('مستودع'), branch_id: ids.branch }),
  stockTransfers: async (owner) => {
    const { ids } = owner
    const place = async () =>
      expectOk(await owner.post('/inventory/places', await bodies.stockPlaces(owner))).body.data.id
    const known = expectOk(await owner.get('/inventory/places/list')).body.data as { id: number; is_main: boolean }[]
    const from = known.find(({ is_main }) => is_main)?.id ?? (await place())
    return {
      transfer_date: today(),
      from_place_id: from,
      to_place_id: await place(),
      items: [{ product_id: ids.goods, quantity: '2' }],
    }
  },
  priceLists: ({ ids }) => ({
    ...named('أسعار'),
    currency_id: ids.currency,
    audience: 'everyone',
    items: [{ product_id: ids.goods, from_quantity: 10, price: 90 }],
  }),
  customers: () => ({ ...named('عميل'), email: 'a@example.sa', type: 'company', country_id: 1, city_id: 2 }),
  suppliers: () => ({ ...named('مورد'), email: 'a@example.sa', type: 'company', country_id: 1, city_id: 2 }),
  invoices: (owner) => invoiceBody(owner),
  advanceInvoices: (owner) =>
    invoiceBody(owner, { items: [{ product_id: owner.ids.service, quantity: 1, price: 400, tax_rate: 15 }] }),
  bills: (owner) => billBody(owner),
  quotations: (owner) => ({ ...orderBody(owner), valid_until: today() }),
  salesOrders: (owner) => orderBody(owner),
  purchaseOrders: (owner) => {
    const { customer_id: _, ...rest } = orderBody(owner)
    return { ...rest, supplier_id: owner.ids.supplier }
  },
  customsDeclarations: ({ ids }) => ({
    declaration_number: `D-${unique()}`,
    declaration_date: today(),
    due_date: today(),
    supplier_id: ids.supplier,
    branch_id: ids.branch,
    customs_value: '950',
    duty: '50',
    lines: [{ product_id: ids.goods, quantity: '10', value: '950' }],
  }),
  incomePayments: async (owner) => {
    const invoice = expectOk(await owner.post('/invoices', invoiceBody(owner))).body.data
    return paymentBody(owner, { amount: 100, references: [{ reference_id: invoice.id, amount: 100 }] })
  },
  assetClasses: async (owner) => ({
    ...named('فئة'),
    cost_account_id: await accountId(owner, '120104'),
    accumulated_account_id: await accountId(owner, '120203'),
    expense_account_id: await accountId(owner, '520401'),
    disposal_account_id: await accountId(owner, '420104'),
    method: 'months',
    life_months: 60,
  }),
  zakatYears: async (owner) => {
    const year = yearBody()
    expectOk(await owner.post('/accounting/financial-years', year))
    return { ended_on: year.ended_at, basis: 'days', saudi_share: 100, has_minimum: true }
  },
  zakatAdjustments: async (owner) => {
    const [year] = expectOk(await owner.get('/accounting/financial-years')).body.data
    return { ended_on: year.ended_at, line: 'profit', effect: 'raise', amount: 40, reason: 'غرامات لا تُحسم' }
  },
  forecastRows: () => {
    const { name, status } = named('رواتب')
    return { name, status, direction: 'out', kind: 'wages', amount: 9000, first_on: '2027-01-27' }
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

/** An order of ten, three and two of two items: the kinds differ in their party and their last day. */
export function orderBody({ ids }: Organization, change: Body = {}): Body {
  return {
    order_date: today(),
    customer_id: ids.customer,
    branch_id: ids.branch,
    currency_id: ids.currency,
    tax_id: ids.tax,
    items: [
      { product_id: ids.service, quantity: 10, price: 100, tax_rate: 15 },
      { product_id: ids.goods, quantity: 3, price: '19.99', tax_rate: 15 },
      { product_id: ids.service, quantity: 2, price: 50, tax_rate: 15 },
    ],
    ...change,
  }
}

let nextYear = 2030
/** Every call takes another year: years of one organisation never overlap. */
function yearBody(): Body {
  const year = nextYear++
  return { name: String(year), type: 'yearly', started_at: `${year}-01-01`, ended_at: `${year}-12-31` }
}

export async function accountId(owner: Organization, number: string): Promise<number> {
  const accounts = expectOk(await owner.get('/accounting/accounts/list')).body.data as { id: number; number: string }[]
  return accounts.find((account) => account.number === number)?.id as number
}

export async function journalBody(owner: Organization, change: Body = {}): Promise<Body> {
  return {
    journal_number: `J-${unique()}`,
    journal_date: today(),
    currency_id: 1,
    branch_id: owner.ids.branch,
    lines: [
      { account_id: await accountId(owner, '520401'), debit: '250.00', credit: '' },
      { account_id: await accountId(owner, '120203'), debit: 0, credit: 250 },
    ],
    ...change,
  }
}

/** A body that the action behind a record's path accepts. */
export function actionBody({ path }: Call, { ids }: Organization): Body {
  const last = path
    .replace(/\/preview$/, '')
    .split('/')
    .at(-1) as string
  const note = { note_date: today(), reason: 'تصحيح', lines: [{ line_number: 1, amount: 1 }] }
  const bodiesOf: Record<string, Body> = {
    'credit-note': note,
    'debit-note': note,
    'supplier-credit': note,
    'write-off': { write_off_date: today(), amount: 1, reason: 'تعذر التحصيل' },
    allocate: { references: [{ reference_id: 1, amount: 1 }] },
    unallocate: { reference_id: 1 },
    refund: { refund_date: today(), amount: 1, payment_method_id: ids.method },
    'change-status': { status: 'closed' },
    reverse: { date: today(), reason: 'تصحيح' },
    deferrals: { line_number: 1, spread_from: today(), spread_months: 3 },
    'withholding-type': { withholding_type: 'rent' },
    decline: { reason: 'السعر' },
    close: { reason: 'اكتفى العميل' },
    'advance-invoice': { percent: '30' },
    assets: path.startsWith('/invoices') ? { asset_id: 1 } : { line_number: 1, asset_class_id: 1 },
    'retention-releases': { date: today(), amount: 1 },
    'landed-costs': { line_number: 1, date: today(), basis: 'value', goods: [{ bill_id: 1, line_number: 1 }] },
    deliveries: { channel: 'link', language: 'ar' },
  }
  return bodiesOf[last] ?? {}
}
