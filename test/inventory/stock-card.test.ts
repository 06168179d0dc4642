import { expect, test } from 'vitest'
import type { Sheet } from '#contract/reports/sheet.ts'
import { createTestApp } from '../harness/api.ts'
import { billBody, bodies } from '../harness/bodies.ts'
import { callsOf, createOrganization, idOf, invoiceBody } from '../harness/organization.ts'

// The stock card is sorted by date, independent of the order of entry, and a change of value alone is listed on the
// side its value moved to (accounting rule 5.11).

const owner = await createOrganization(await createTestApp({ now: () => new Date('2026-08-01T09:00:00Z') }))
const { get, post } = callsOf(owner)
const product = await idOf(
  owner.post('/products', { ...(await bodies.products(owner)), quantity: '0', sale_price: '150' }),
)
const items = (quantity: number, price: number) => [{ product_id: product, quantity, price, tax_rate: 15 }]
const bill = (day: string, quantity: number, price: number) =>
  idOf(owner.post('/bills', billBody(owner, { bill_date: day, due_date: day, items: items(quantity, price) })))

const keys = ['stock_in', 'stock_out', 'stock_balance'].flatMap((side) => [`${side}_quantity`, `${side}_value`])
async function card(days: string): Promise<unknown[]> {
  const { rows } = (await get(`/reports/stock-card?product_id=${product}&${days}`)) as Sheet
  return rows.map(({ texts, figures }) => [texts.date ?? '', ...keys.map((key) => figures[key] ?? 0)])
}

test('2.1-5: a backdated bill is first by date and changes no cost; a lower price moves value without goods', async () => {
  const dear = await bill('2026-07-10', 10, 100)
  await bill('2026-07-05', 5, 40)
  const days = { invoice_date: '2026-07-12', due_date: '2026-07-12' }
  await post('/invoices', invoiceBody(owner, { ...days, items: items(3, 150) }))
  const lines = [{ line_number: 1, amount: 60 }]
  await post(`/bills/${dear}/supplier-credit`, { note_date: '2026-07-15', reason: 'خصم', lines })
  // Three of fifteen for 1,200 cost 240; all ten of the dear bill are on hand, so the whole 60 lower the value.
  expect(await card('from=2026-07-01&to=2026-07-31')).toEqual([
    ['', 0, 0, 0, 0, 0, 0],
    ['2026-07-05', 5, 200, 0, 0, 5, 200],
    ['2026-07-10', 10, 1000, 0, 0, 15, 1200],
    ['2026-07-12', 0, 0, 3, 240, 12, 960],
    ['2026-07-15', 0, 0, 0, 60, 12, 900],
    ['', 15, 1200, 3, 300, 12, 900],
  ])
  expect(await card('from=2026-07-10&to=2026-07-12')).toEqual([
    ['', 0, 0, 0, 0, 5, 200],
    ['2026-07-10', 10, 1000, 0, 0, 15, 1200],
    ['2026-07-12', 0, 0, 3, 240, 12, 960],
    ['', 10, 1000, 3, 240, 12, 960],
  ])
})

test('the valuation of a day is what the card shows at its end', async () => {
  for (const [day, quantity, value, average, margin] of [
    ['2026-07-05', 5, 200, 40, 550],
    ['2026-07-09', 5, 200, 40, 550],
    ['2026-07-12', 12, 960, 80, 840],
    ['2026-07-15', 12, 900, 75, 900],
  ] as const) {
    const { rows } = (await get(`/reports/inventory-valuation?to=${day}`)) as Sheet
    const own = rows.find(({ key }) => key === `product:${product}`)?.figures
    expect(own, day).toMatchObject({ quantity, value, average, potential_margin: margin })
  }
})
