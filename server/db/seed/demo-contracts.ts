import { addDays } from '#ledger/calendar/calendar.ts'
import { decimal, text } from '#ledger/money.ts'
import type { Api } from './demo-api.ts'
import type { Masters } from './demo-masters.ts'

/**
 * Works for a customer under a contract, of which ten percent are retained: of the first part a half was released and the rest may be released
 * now, of the second it is retained for a year. And a product that is sold by the carton of twelve as well.
 */
export async function seedContracts(api: Api, masters: Masters, today: string): Promise<void> {
  const { customers, products } = masters
  const service = products.find(({ kind }) => kind === 'service')
  const works = (price: number) => [{ product_id: service?.id, quantity: 1, price, tax_rate: 15 }]
  const retained = { retention_percent: 10, retention_basis: 'net', contract_number: 'C-2026-14' }
  const issue = issueOn(api, masters, customers[4])
  const first = await issue(addDays(today, -8), {
    items: works(40_000),
    ...retained,
    retention_release_date: addDays(today, -1),
  })
  await api.post(`/invoices/${first}/retention-releases`, {
    date: addDays(today, -2),
    amount: 2_000,
    reason: 'محضر استلام ابتدائي',
  })
  await issue(addDays(today, -5), {
    items: works(25_000),
    ...retained,
    retention_release_date: addDays(today, 360),
  })
  await sellByTheCarton(api, masters, today)
}

async function sellByTheCarton(api: Api, masters: Masters, today: string): Promise<void> {
  const { customers, products } = masters
  const units = await api.list<{ id: number; code: string }[]>('/units/list')
  const carton = units.find(({ code }) => code === 'CT')?.id
  const product = products.find(({ name_en }) => name_en === 'Spiral notebook A4 - 50 sheets')
  const price = text(decimal(String(product?.sale_price)).times(11))
  const { id: product_unit_id } = await api.post('/product-units', {
    product_id: product?.id,
    unit_id: carton,
    content: 12,
    sale_price: price,
    barcodes: [],
    status: 'active',
  })
  const items = [{ product_id: product?.id, product_unit_id, quantity: 2, price, tax_rate: 15 }]
  await issueOn(api, masters, customers[5])(addDays(today, -1), { items })
}

const issueOn =
  (api: Api, { branches, tax }: Masters, customer_id: number | undefined) =>
  async (date: string, change: object): Promise<number> => {
    const { number } = await api.get<{ number: string }>(`/invoices/next-number?date=${date}`)
    const { id } = await api.post('/invoices', {
      invoice_number: number,
      proposed_number: number,
      customer_id,
      branch_id: branches[0],
      currency_id: 1,
      tax_id: tax,
      invoice_date: date,
      due_date: addDays(date, 30),
      status: 'confirmed',
      ...change,
    })
    return id
  }
