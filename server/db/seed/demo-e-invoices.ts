import type { FastifyInstance } from 'fastify'
import { inTenant } from '#server/db/tenant/transaction.ts'
import type { Api } from './demo-api.ts'

/** The control call of the platform's stand-in: it simulates failures. */
export type Weather = (fault: string, call: 'clearance' | 'reporting') => Promise<void>

const otp = '123345'
const hours = 3_600_000

/**
 * Takes the company into phase 2 with today: a unit is registered, then invoices are issued, of which one is rejected and one waits for
 * its answer.
 */
export async function seedEInvoices(app: FastifyInstance, api: Api, weather: Weather): Promise<void> {
  const unit = { name: 'وحدة المركز الرئيسي', environment: 'simulation' }
  const { units } = (await api.post('/e-invoicing/units', unit)) as { id: number; units: { id: number }[] }
  await api.post(`/e-invoicing/units/${units[0]?.id}/onboard`, { otp })
  await api.post('/e-invoicing/phase', { phase: '2' })
  const { companies, individuals } = await customersOf(app, api)
  const sold = (await api.list('/products?per_page=100')).filter(({ status }) => status === 'active')
  const issue = async (customer_id: number, index: number) => {
    const product = sold[(index * 7) % sold.length] as { id: number; sale_price: number }
    const id = await invoice(api, customer_id, product, 1)
    await api.post(`/invoices/${id}/issue`, {})
    return id
  }
  for (const [index, id] of [...companies.slice(0, 4), ...individuals.slice(0, 3)].entries()) await issue(id, index)
  await app.services.outbox.drain()
  await weather('rejected', 'clearance')
  await issue(companies[4] as number, 8)
  await weather('status_503', 'reporting')
  await issue(individuals[3] as number, 9)
  await app.services.outbox.drain()
  // The answer stays out for a while, so that there is something to look at.
  await app.services.pool.query(
    'UPDATE outbox_directory SET due_at = due_at + $1::interval WHERE organization_id = $2 AND due_at > now()',
    ['7 hours', api.organizationId()],
  )
}

/** The stand-in forgets earlier runs: the units are registered again, and their chains continue. */
export async function registerAgain(app: FastifyInstance, api: Api): Promise<void> {
  await inTenant(app.services.pool, api.organizationId(), 'write', (db) =>
    db.updateTable('e_invoice_units').set({ refused_at: new Date() }).where('state', '=', 'live').execute(),
  )
  const { units } = await api.get<{ units: { id: number; state: string }[] }>('/e-invoicing/settings')
  for (const { id } of units.filter(({ state }) => state === 'live'))
    await api.post(`/e-invoicing/units/${id}/onboard`, { otp })
}

async function customersOf(app: FastifyInstance, api: Api) {
  const rows = await inTenant(app.services.pool, api.organizationId(), 'read', (db) =>
    db
      .selectFrom('parties')
      .select(['id', 'type', 'tax_number'])
      .where('kind', '=', 'customer')
      .where('status', '=', 'active')
      .orderBy('id')
      .execute(),
  )
  return {
    companies: rows.filter(({ tax_number }) => tax_number !== null).map(({ id }) => id),
    individuals: rows.filter(({ type }) => type === 'individual').map(({ id }) => id),
  }
}

async function invoice(api: Api, customer_id: number, product: { id: number; sale_price: number }, quantity: number) {
  const today = new Date(Date.now() + 3 * hours).toISOString().slice(0, 10)
  const next = await api.get<{ number: string }>(`/invoices/next-number?date=${today}`)
  const [branch] = await api.list('/branches/list')
  const tax = (await api.list('/taxes/list')).find(({ rate }) => rate === 15)
  const body = {
    invoice_number: next.number,
    proposed_number: next.number,
    invoice_date: today,
    due_date: today,
    customer_id,
    branch_id: branch?.id,
    currency_id: 1,
    tax_id: tax?.id,
    status: 'confirmed',
    items: [{ product_id: product.id, quantity, price: product.sale_price, tax_rate: 15 }],
  }
  return (await api.post('/invoices', body)).id
}
