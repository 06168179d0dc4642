import { type APIRequestContext, request } from '@playwright/test'
import type { Language } from './words.ts'

export const password = 'a long password 1'
export const today = (): string => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Riyadh' }).format(new Date())
const unique = () => crypto.randomUUID().slice(0, 8)

// biome-ignore lint/suspicious/noExplicitAny: tests read what the wire brought, of every shape
type Data = any
export type Organization = {
  token: string
  email: string
  get(path: string): Promise<Data>
  post(path: string, body: object): Promise<Data>
  remove(path: string): Promise<Data>
  /** A file with fields, as a form sends it; `file` is the field of the file. */
  upload(path: string, fields: Record<string, string>, file: string, content: string): Promise<Data>
  customer(name: string, more?: object): Promise<number>
  supplier(name: string, more?: object): Promise<number>
  product(name: string, more?: object): Promise<number>
  /** A confirmed invoice of one row of a service: 1,150.00 with tax, unless said otherwise. */
  invoice(customer: number, more?: object): Promise<Data>
  bill(supplier: number, more?: object): Promise<Data>
  /** Switches parts of the organization on. */
  switchOn(...parts: string[]): Promise<void>
}

/** A new organisation through the calls, for tests whose subject begins later; it keeps its books in riyals unless said otherwise. */
export async function createOrganization(baseURL: string, language: Language, currency_id = 1): Promise<Organization> {
  const visitor = await request.newContext({ baseURL, extraHTTPHeaders: { 'accept-language': language } })
  const email = `owner.${unique()}@example.sa`
  const registration = { name: 'سارة', email, mobile: '0501234567', password, confirmPassword: password }
  const { token } = await answer(visitor.post('/api/auth/register', { data: registration }))
  await visitor.dispose()
  const headers = { 'accept-language': language, authorization: `Bearer ${token}` }
  const owner = await request.newContext({ baseURL, extraHTTPHeaders: headers })
  const calls = {
    get: (path: string) => answer(owner.get(`/api${path}`)),
    post: (path: string, body: object) => answer(owner.post(`/api${path}`, { data: body })),
    remove: (path: string) => answer(owner.delete(`/api${path}`)),
    upload: (path: string, fields: Record<string, string>, file: string, content: string) => {
      const sent = { name: 'file.csv', mimeType: 'text/csv', buffer: Buffer.from(content) }
      return answer(owner.post(`/api${path}`, { multipart: { ...fields, [file]: sent } }))
    },
  }
  await calls.post('/organization/onboarding/submit', onboarding(email, currency_id))
  const [branch, tax, unit, category] = await Promise.all(
    ['/branches/list', '/taxes/list', '/units/list', '/product-categories/list'].map(
      async (path) => (await calls.get(path))[0].id as number,
    ),
  )
  const party = (path: string) => async (name: string, more: object) =>
    (await calls.post(path, { name, email: 'party@example.sa', type: 'company', status: 'active', ...more })).id
  const document = { due_date: today(), branch_id: branch, currency_id, tax_id: tax }
  let service: number | undefined
  const product = async (name: string, more: object = {}) => {
    const values = { code: unique(), name, unit_id: unit, product_category_id: category, apply_tax: true }
    const prices = { sale_price: '100', purchase_price: '60', status: 'active', product_type_id: 1, quantity: '100' }
    return (await calls.post('/products', { ...values, ...prices, ...more })).id as number
  }
  const row = async () => {
    service ??= await product('خدمة', { product_type_id: 2, unlimited_quantity: true })
    return [{ product_id: service, quantity: 1, price: 1000, tax_rate: 15 }]
  }
  return {
    token,
    email,
    ...calls,
    customer: party('/customers'),
    supplier: party('/suppliers'),
    product,
    invoice: async (customer_id, more = {}) => {
      const { number } = await calls.get('/invoices/next-number')
      const head = { invoice_number: number, invoice_date: today(), customer_id, items: await row() }
      return calls.post('/invoices', { ...document, ...head, ...more })
    },
    bill: async (supplier_id, more = {}) => {
      const head = { bill_number: `B-${unique()}`, bill_date: today(), supplier_id, items: await row() }
      return calls.post('/bills', { ...document, ...head, ...more })
    },
    switchOn: async (...parts) => {
      const { version: _, ...profile } = await calls.get('/organization/show')
      await calls.post('/organization/update', { ...profile, ...Object.fromEntries(parts.map((part) => [part, true])) })
    },
  }
}

const onboarding = (email: string, currency_id: number) => ({
  organization_information: {
    name: 'شركة الأفق للتجارة',
    name_en: 'Horizon Trading',
    username: `u-${unique()}`,
    email,
    mobile: '0501234567',
    country_id: 1,
    entity_type: 'company',
    currency_id,
  },
  branch_information: { name: 'الفرع الرئيسي', email, mobile: '0501234567', city_id: 1 },
})

async function answer(sent: ReturnType<APIRequestContext['get']>): Promise<Data> {
  const response = await sent
  if (!response.ok()) throw new Error(`${response.url()} ${response.status()}: ${await response.text()}`)
  return ((await response.json()) as Data).data
}
