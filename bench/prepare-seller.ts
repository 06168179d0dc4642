import { signer } from './seed-database.ts'

type Row = { id: number } & Record<string, unknown>
export type Ask = (method: 'GET' | 'POST', path: string, body?: object) => Promise<never>
/** `ask` answers the data of a call, `file` the bytes of a file; `invoice` is a body to send again and again. */
export type Seller = { token: string; ask: Ask; file(path: string): Promise<ArrayBuffer>; invoice: object }

const vat = {
  vat_status: 'registered',
  tax_number: '310122393500003',
  commercial_registration: '1010711252',
  street: 'طريق الملك فهد',
  building_number: '1234',
  additional_number: '5678',
  district: 'العليا',
  postal_code: '12345',
  city_id: 1,
}

/** The owner of a new organisation with one service and one customer. `inPhase2`: registered for VAT, with a unit at the stand-in. */
export async function prepareSeller(address: string, inPhase2 = false): Promise<Seller> {
  let token = ''
  const headers = () => ({ 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) })
  const ask: Ask = async (method, path, body) => {
    const sent = { method, headers: headers(), ...(body && { body: JSON.stringify(body) }) }
    const answer = await fetch(`${address}/api${path}`, sent)
    const { data, message } = (await answer.json()) as { data: never; message: string }
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${message}`)
    return data
  }
  const file = async (path: string) => (await fetch(`${address}/api${path}`, { headers: headers() })).arrayBuffer()
  const first = async (path: string) => ((await ask('GET', path)) as Row[])[0]?.id
  const { email, password } = signer('overload')
  const contact = { email, mobile: '0501234567' }
  const person = { name: 'Overload', password, confirmPassword: password, ...contact }
  ;({ token } = (await ask('POST', '/auth/register', person)) as { token: string })
  const names = { name: 'منشأة', name_en: 'Overload', username: 'overload', ...(inPhase2 && vat) }
  await ask('POST', '/organization/onboarding/submit', {
    organization_information: { ...names, country_id: 1, entity_type: 'company', currency_id: 1, ...contact },
    branch_information: { name: 'الفرع الرئيسي', city_id: 1, ...contact },
  })
  ;({ token } = (await ask('POST', '/auth/login', { email, password })) as { token: string })
  const service = (await ask('POST', '/products', {
    code: 'S1',
    name: 'خدمة',
    name_en: 'Service',
    product_type_id: 2,
    unlimited_quantity: true,
    status: 'active',
    sale_price: '100',
    purchase_price: '50',
    apply_tax: inPhase2,
    unit_id: await first('/units/list'),
    product_category_id: await first('/product-categories/list'),
  })) as Row
  const type = inPhase2 ? 'individual' : 'company'
  const customer = (await ask('POST', '/customers', { name: 'عميل', email, type, status: 'active' })) as Row
  if (inPhase2) await enterPhase2(ask)
  const rate = inPhase2 ? 15 : 0
  const taxes = (await ask('GET', '/taxes/list')) as (Row & { rate: number })[]
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Riyadh' }).format(new Date())
  const item = { product_id: service.id, quantity: 1, price: 100, tax_rate: rate }
  const invoice = {
    customer_id: customer.id,
    branch_id: await first('/branches/list'),
    tax_id: taxes.find((tax) => tax.rate === rate)?.id,
    invoice_number: 'INV-2000-000001',
    invoice_date: today,
    due_date: today,
    currency_id: 1,
    items: [item, item, item],
  }
  return { token, ask, file, invoice }
}

async function enterPhase2(ask: Ask): Promise<void> {
  const { units } = (await ask('POST', '/e-invoicing/units', { name: 'unit', environment: 'simulation' })) as {
    units: Row[]
  }
  await ask('POST', `/e-invoicing/units/${units[0]?.id}/onboard`, { otp: '123345' })
  await ask('POST', '/e-invoicing/phase', { phase: '2' })
}
