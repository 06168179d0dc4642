import { beforeAll, expect, test } from 'vitest'
import { createTestApp } from '../harness/api.ts'
import { billBody, bodies } from '../harness/bodies.ts'
import { createOrganization, expectOk, idOf, invoiceBody, type Organization } from '../harness/organization.ts'

// A document credited completely in parts leaves nothing: in base currency, in reverse charge, and in the value of
// goods whose tax is part of their cost.

let owner: Organization
beforeAll(async () => {
  owner = await createOrganization(await createTestApp({ now: () => new Date('2026-08-01T09:00:00Z') }))
  expectOk(await owner.post('/currencies/3/rate', { rate: '4.1235' }))
})
const days = { from: '2026-07-01', to: '2026-07-31' }

/** The movements of accounts in these days, credit less debit, by number. */
async function balances(): Promise<Record<string, number>> {
  const { rows } = expectOk(await owner.get(`/reports/trial-balance?from=${days.from}&to=${days.to}`)).body.data
  const lines = rows.filter((row: { style: string }) => row.style === 'line')
  return Object.fromEntries(
    lines.map((row: { texts: { number: string }; figures: Record<string, number> }) => [
      row.texts.number,
      Math.round(100 * ((row.figures.movement_debit ?? 0) - (row.figures.movement_credit ?? 0))) / 100,
    ]),
  )
}
const since = (before: Record<string, number>, after: Record<string, number>) =>
  Object.fromEntries(
    Object.keys(after)
      .map((number) => [number, Math.round(100 * ((after[number] ?? 0) - (before[number] ?? 0))) / 100])
      .filter(([, moved]) => moved !== 0),
  )
const note = (line: object) => ({ note_date: '2026-07-05', reason: 'إرجاع', lines: [{ line_number: 1, ...line }] })
const taxNamed = async (name: string) =>
  (await owner.get('/taxes/list?side=purchases')).body.data.find((tax: { name_en: string }) => tax.name_en === name).id

test('a foreign invoice credited in three parts: sales, tax and receivable end at zero, without exchange difference', async () => {
  const { service: product_id } = owner.ids
  const before = await balances()
  const body = invoiceBody(owner, {
    invoice_date: '2026-07-02',
    due_date: '2026-07-02',
    currency_id: 3,
    items: [{ product_id, quantity: 1, price: 100, tax_rate: 15 }],
  })
  const { id } = expectOk(await owner.post('/invoices', body)).body.data
  for (const amount of [33.33, 33.33, 33.34])
    expectOk(await owner.post(`/invoices/${id}/credit-note`, note({ amount })))
  const { 410102: sales, 410103: returns, ...others } = since(before, await balances())
  // Each part relieves the receivable in proportion (2.1-9), which is a halala off its own base now and then.
  expect([sales, returns, others]).toEqual([-412.35, 412.35, { 420102: -0.01, 530102: 0.01 }])
})

test('a price reduction returns no goods: afterwards all four can be returned at the reduced amount, and not more', async () => {
  const { goods: product_id } = owner.ids
  const body = invoiceBody(owner, {
    invoice_date: '2026-08-01',
    due_date: '2026-08-01',
    items: [{ product_id, quantity: 4, price: 150, tax_rate: 15 }],
  })
  const { id } = expectOk(await owner.post('/invoices', body)).body.data
  const credit = (line: object) => owner.post(`/invoices/${id}/credit-note`, { ...note(line), note_date: '2026-08-01' })
  expectOk(await credit({ amount: 50 }))
  expect((await credit({ quantity: 5, price: 110 })).body.errors).toHaveProperty(['lines.0.quantity'])
  expectOk(await credit({ quantity: 4, price: 137.5 }))
  expect(expectOk(await owner.get(`/invoices/${id}`)).body.data).toMatchObject({ status: 'paid', paid_amount: 690 })
})

test('reverse charge credited in three parts: output and input tax end at zero', async () => {
  const { service: product_id } = owner.ids
  const before = await balances()
  const body = billBody(owner, {
    bill_date: '2026-07-02',
    due_date: '2026-07-02',
    tax_id: await taxNamed('Reverse charge 15%'),
    items: [{ product_id, quantity: 1, price: 333.33, tax_rate: 0 }],
  })
  const { id } = expectOk(await owner.post('/bills', body)).body.data
  for (let part = 0; part < 3; part++)
    expectOk(await owner.post(`/bills/${id}/supplier-credit`, note({ amount: 111.11 })))
  expect(since(before, await balances())).toEqual({})
})

test('a lower price for goods whose tax is part of their cost lowers their value with its tax', async () => {
  const product = { ...(await bodies.products(owner)), quantity: '0' }
  const product_id = expectOk(await owner.post('/products', product)).body.data.id
  const before = await balances()
  const body = billBody(owner, {
    bill_date: '2026-07-02',
    due_date: '2026-07-02',
    tax_id: await taxNamed('Non-deductible 15%'),
    items: [{ product_id, quantity: 10, price: 100, tax_rate: 15 }],
  })
  const { id } = expectOk(await owner.post('/bills', body)).body.data
  expectOk(await owner.post(`/bills/${id}/supplier-credit`, note({ amount: 100 })))
  // Ten pieces at 90 and their tax; nothing is a variance.
  expect(since(before, await balances())).toEqual({ 110301: 1035, 210101: -1035 })
})

test('an indivisible cost is returned completely, in any parts and with reversals between', async () => {
  const product_id = await idOf(owner.post('/products', { ...(await bodies.products(owner)), quantity: '0' }))
  const days = { bill_date: '2026-07-01', due_date: '2026-07-01' }
  const items = [{ product_id, quantity: 7, price: 14.29, tax_rate: 15 }]
  expectOk(await owner.post('/bills', billBody(owner, { ...days, items })))
  const three = { product_id, quantity: 3, price: 50, tax_rate: 15 }
  const sold = { invoice_date: '2026-07-02', due_date: '2026-07-02', items: [three, three] }
  const id = await idOf(owner.post('/invoices', invoiceBody(owner, sold)))
  const credit = (...lines: object[]) =>
    idOf(owner.post(`/invoices/${id}/credit-note`, { note_date: '2026-07-05', reason: 'إرجاع', lines }))
  await credit({ line_number: 1, quantity: 1 }, { line_number: 2, quantity: 2 })
  const taken = await credit({ line_number: 1, quantity: 1.333333 })
  await credit({ line_number: 1, quantity: 0.333333 }, { line_number: 2, quantity: 1 })
  expectOk(await owner.remove(`/credit-notes/${taken}`))
  await credit({ line_number: 1, quantity: 1.666667 })
  const { rows } = expectOk(await owner.get('/reports/inventory-valuation?to=2026-07-31')).body.data
  const [stock] = rows.filter(({ key }: { key: string }) => key === `product:${product_id}`)
  expect(stock.figures).toMatchObject({ quantity: 7, value: 100.03 })
})

test.each([
  ['riyals', 1, '0.335', 7, [0.34, 0.34, 0.34, 0.34, 0.34, 0.34, 0.31]],
  ['yen, which have no hundredth', 13, '6.7', 3, [7, 7, 6]],
])(
  'returns the pieces of a row one by one in %s: the last takes what rounding left',
  async (_, currency_id, price, pieces, nets) => {
    const { service: product_id } = owner.ids
    if (currency_id === 13) expectOk(await owner.post('/currencies/13/rate', { rate: '0.02513789' }))
    const body = invoiceBody(owner, {
      invoice_date: '2026-07-03',
      due_date: '2026-07-03',
      currency_id,
      items: [{ product_id, quantity: pieces, price, tax_rate: 15 }],
    })
    const { id } = expectOk(await owner.post('/invoices', body)).body.data
    const returned: number[] = []
    for (let piece = 0; piece < pieces; piece++)
      returned.push(expectOk(await owner.post(`/invoices/${id}/credit-note`, note({ quantity: 1 }))).body.data.subtotal)
    expect(returned).toEqual(nets)
  },
)
