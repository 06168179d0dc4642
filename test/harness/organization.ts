import type { Client, Reply, TestApp } from './api.ts'

let counter = 0
export type Organization = Client & {
  email: string
  ids: {
    branch: number
    tax: number
    zeroTax: number
    currency: number
    method: number
    unit: number
    category: number
    goods: number
    service: number
    customer: number
    supplier: number
  }
}
const riyadh = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Riyadh' })
export const today = () => riyadh.format(new Date())
export const password = 'a long password 1'

/** A signed-up, not yet onboarded owner. */
export async function signUp(test: TestApp): Promise<Client & { email: string }> {
  const email = `owner${++counter}.${crypto.randomUUID().slice(0, 8)}@example.sa`
  const registration = { name: `Owner ${counter}`, email, mobile: '0501234567', password, confirmPassword: password }
  const reply = await test.visitor().post('/auth/register', registration)
  expectOk(reply)
  return { ...test.visitor(reply.body.data.token), email }
}

export const onboardingBody = (email: string) => ({
  organization_information: {
    name: 'شركة الاختبار',
    name_en: 'Test Company',
    username: `u-${crypto.randomUUID().slice(0, 12)}`,
    email,
    mobile: '0501234567',
    country_id: 1,
    entity_type: 'company',
    currency_id: 1,
  },
  branch_information: { name: 'الفرع الرئيسي', email, mobile: '0501234567', city_id: 1 },
})

/** The same of who is registered for VAT. */
export function registeredBody(email: string) {
  const body = onboardingBody(email)
  const vat = { vat_status: 'registered', tax_number: '310122393500003' }
  return { ...body, organization_information: { ...body.organization_information, ...vat } }
}

/** An organisation ready to work: onboarded, with a customer, a supplier, goods in stock and a service. */
export async function createOrganization(test: TestApp, onboarding = onboardingBody): Promise<Organization> {
  const owner = await signUp(test)
  const submitted = onboarding(owner.email)
  expectOk(await owner.post('/organization/onboarding/submit', submitted))
  const first = async (path: string) => (await owner.get(path)).body.data[0].id as number
  const taxes = (await owner.get('/taxes/list')).body.data as { id: number; rate: number }[]
  const base = {
    branch: await first('/branches/list'),
    tax: taxes.find((tax) => tax.rate === 15)?.id as number,
    zeroTax: taxes.find((tax) => tax.rate === 0)?.id as number,
    currency: submitted.organization_information.currency_id,
    method: await first('/payment-methods/list'),
    unit: await first('/units/list'),
    category: await first('/product-categories/list'),
  }
  const party = (name: string) => ({ name, email: 'party@example.sa', type: 'company', status: 'active' })
  const product = {
    unit_id: base.unit,
    product_category_id: base.category,
    sale_price: '100',
    purchase_price: '60',
    apply_tax: true,
    status: 'active',
  }
  const ids = {
    ...base,
    customer: await idOf(owner.post('/customers', party('عميل'))),
    supplier: await idOf(owner.post('/suppliers', party('مورد'))),
    goods: await idOf(
      owner.post('/products', { ...product, code: 'G1', name: 'سلعة', product_type_id: 1, quantity: '1000' }),
    ),
    service: await idOf(
      owner.post('/products', { ...product, code: 'S1', name: 'خدمة', product_type_id: 2, unlimited_quantity: true }),
    ),
  }
  return { ...owner, ids }
}

export function invoiceBody({ ids }: Organization, change: Record<string, unknown> = {}) {
  return {
    invoice_number: `T-${crypto.randomUUID().slice(0, 8)}`,
    invoice_date: today(),
    due_date: today(),
    customer_id: ids.customer,
    branch_id: ids.branch,
    currency_id: ids.currency,
    tax_id: ids.tax,
    items: [{ product_id: ids.service, quantity: 1, price: 1000, tax_rate: 15 }],
    ...change,
  }
}

export function paymentBody({ ids }: Organization, change: Record<string, unknown> = {}) {
  return {
    payment_number: `P-${crypto.randomUUID().slice(0, 8)}`,
    payment_date: today(),
    customer_id: ids.customer,
    branch_id: ids.branch,
    payment_method_id: ids.method,
    currency_id: ids.currency,
    amount: 1150,
    references: [] as { reference_id: number; amount: number }[],
    ...change,
  }
}

export async function idOf(reply: Promise<Reply>): Promise<number> {
  const { body } = expectOk(await reply)
  return body.data.id
}

export function expectOk(reply: Reply): Reply {
  if (reply.status !== 200) throw new Error(`${reply.status}: ${JSON.stringify(reply.body)}`)
  return reply
}

/** Opening equity, such as that of the goods above, to capital and retained earnings: a year closes only then. */
export const clearOpening = (owner: Client, capital = '0', date = today()) =>
  owner.post('/accounting/opening/clear', { date, capital })

/** A body as the form of a record sends it that has its number. */
export async function numbered<Body extends object>(owner: Client, path: string, body: Body): Promise<Body> {
  const record = expectOk(await owner.get(path)).body.data
  const key = ['invoice_number', 'payment_number', 'journal_number'].find((name) => name in record)
  return key === undefined ? body : { ...body, [key]: record[key] }
}

/** Calls that are expected to be fine, and the errors of those that are not. */
export const callsOf = (owner: Client) => ({
  post: async (path: string, body: Record<string, unknown>) => expectOk(await owner.post(path, body)).body.data,
  get: async (path: string) => expectOk(await owner.get(path)).body.data,
  errors: async (path: string, body: Record<string, unknown>) => (await owner.post(path, body)).body.errors,
})
