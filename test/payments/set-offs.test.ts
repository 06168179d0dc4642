import { describe, expect, test } from 'vitest'
import { createTestApp } from '../harness/api.ts'
import { billBody, bodies } from '../harness/bodies.ts'
import { movedBy } from '../harness/books.ts'
import { callsOf, createOrganization, expectOk, invoiceBody, today } from '../harness/organization.ts'

// Set-offs of receivables and payables of one company, through the API.

const app = await createTestApp()
const owner = await createOrganization(app)
const { post, get } = callsOf(owner)
type Body = Record<string, unknown>
const errors = async (path: string, body: Body) => Object.keys((await owner.post(path, body)).body.errors)
const moved = (event: () => Promise<unknown>) => movedBy(app, owner, event)
const service = (price: number) => [{ product_id: owner.ids.service, quantity: 1, price, tax_rate: 15 }]
const invoice = (price: number, change: Body = {}) =>
  post('/invoices', invoiceBody(owner, { items: service(price), ...change }))
const bill = (price: number, change: Body = {}) => post('/bills', billBody(owner, { items: service(price), ...change }))
const ask = (reference_id: unknown, amount: number) => ({ reference_id, amount })
const setOff = (receivables: Body[], payables: Body[], change: Body = {}): Body => ({
  set_off_date: today(),
  customer_id: owner.ids.customer,
  supplier_id: owner.ids.supplier,
  branch_id: owner.ids.branch,
  currency_id: 1,
  receivables,
  payables,
  ...change,
})
const agedOf = async (report: string, party: number) => {
  const { rows } = await get(`/reports/${report}`)
  return rows.find((row: { key: string }) => row.key === `party:${party}`)?.figures.total ?? 0
}

describe('a set-off', () => {
  test('settles both sides, is in both statements and ageing reports, and is reversed', async () => {
    const [sold, bought, more] = [await invoice(1000), await bill(400), await bill(300)]
    let made: Body = {}
    const before = [
      await agedOf('aged-receivables', owner.ids.customer),
      await agedOf('aged-payables', owner.ids.supplier),
    ]
    expect(
      await moved(async () => {
        made = await post(
          '/accounting/set-offs',
          setOff([ask(sold.id, 600)], [ask(bought.id, 460), ask(more.id, 140)], { notes: 'مقاصة نهاية الشهر' }),
        )
      }),
    ).toEqual(['AP D600', 'AR C600'])
    expect(made).toMatchObject({ number: expect.stringMatching(/^SET-\d{4}-000001$/), amount: 600, difference_base: 0 })
    expect(await get(`/invoices/${sold.id}`)).toMatchObject({
      remaining_amount: 550,
      status: 'partially_paid',
      locked_because: 'is_settled',
      credits: [{ kind: 'set_off', id: made.id, amount: 600 }],
    })
    expect(await get(`/bills/${bought.id}`)).toMatchObject({ remaining_amount: 0, status: 'paid' })
    const after = [
      await agedOf('aged-receivables', owner.ids.customer),
      await agedOf('aged-payables', owner.ids.supplier),
    ]
    expect(after.map((total, index) => total - (before[index] as number))).toEqual([-600, -600])
    for (const party of ['customer', 'supplier'] as const) {
      const { rows } = await get(`/reports/${party}-statement?${party}_id=${owner.ids[party]}`)
      expect(rows).toContainEqual(expect.objectContaining({ link: { to: 'set_off', query: { id: made.id } } }))
    }
    expect(await get('/accounting/set-offs')).toMatchObject([{ id: made.id, status: 'posted' }])
    expect(await moved(() => owner.remove(`/accounting/set-offs/${made.id}`).then(expectOk))).toEqual([
      'AP C600',
      'AR D600',
    ])
    expect((await owner.remove(`/accounting/set-offs/${made.id}`)).status).toBe(422)
    expect(await get(`/invoices/${sold.id}`)).toMatchObject({
      remaining_amount: 1150,
      locked_because: null,
      credits: [],
    })
    expect(await get(`/bills/${bought.id}`)).toMatchObject({ status: 'sent' })
    expect(await get(`/accounting/set-offs/${made.id}`)).toMatchObject({ status: 'void', payables: [{}, {}] })
    const entries = (await get(`/accounting/set-offs/${made.id}/entries`)) as { kind: string; called: string }[]
    expect(entries.map(({ kind, called }) => [kind, called])).toEqual([
      ['allocation', 'set_off'],
      ['allocation', 'set_off'],
    ])
  })
  test('in foreign currency the difference of the two rates is realised', async () => {
    expectOk(await owner.post('/currencies/3/rate', { rate: '4.10' }))
    const sold = await invoice(1000, { currency_id: 3 })
    expectOk(await owner.post('/currencies/3/rate', { rate: '4.00' }))
    const bought = await bill(1000, { currency_id: 3 })
    const made = setOff([ask(sold.id, 1150)], [ask(bought.id, 1150)], { currency_id: 3 })
    expect(await moved(() => post('/accounting/set-offs', made))).toEqual(['AP D4600', 'AR C4715', 'FX_LOSS_R D115'])
    expect(await get(`/invoices/${sold.id}`)).toMatchObject({ status: 'paid' })
  })
  test('two concurrent set-offs never settle the same bill twice', async () => {
    const [sold, bought] = [await invoice(1000), await bill(100)]
    const body = setOff([ask(sold.id, 115)], [ask(bought.id, 115)])
    const replies = await Promise.all(Array.from({ length: 5 }, () => owner.post('/accounting/set-offs', body)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422])
  })
  test('are sorted by the displayed names', async () => {
    const made: unknown[] = []
    for (const [name, name_en] of [
      ['أأ', 'Zamil'],
      ['أب', 'Abha'],
    ]) {
      const { id: customer_id } = await post('/customers', { ...(await bodies.customers(owner)), name, name_en })
      const [sold, bought] = [await invoice(100, { customer_id }), await bill(100)]
      const body = setOff([ask(sold.id, 115)], [ask(bought.id, 115)], { customer_id })
      made.push((await post('/accounting/set-offs', body)).id)
    }
    const order = async (language: 'ar' | 'en') => {
      const reply = await owner.ask('GET', '/accounting/set-offs?sort_key=customer&sort_order=asc', { language })
      return (expectOk(reply).body.data as Body[]).map(({ id }) => made.indexOf(id)).filter((index) => index >= 0)
    }
    expect([await order('ar'), await order('en')]).toEqual([
      [0, 1],
      [1, 0],
    ])
  })
  test('is refused on its rows', async () => {
    const [sold, bought] = [await invoice(100), await bill(100)]
    const other = (await post('/customers', await bodies.customers(owner))).id
    const refused = (...[receivables, payables, change]: Parameters<typeof setOff>) =>
      errors('/accounting/set-offs', setOff(receivables, payables, change))
    expect(await refused([ask(sold.id, 50)], [ask(bought.id, 40)])).toEqual(['payables'])
    expect(await refused([ask(sold.id, 200)], [ask(bought.id, 200)])).toEqual(['payables.0.amount'])
    expect(await refused([ask(bought.id, 10)], [ask(bought.id, 10)])).toEqual(['receivables.0.reference_id'])
    expect(await refused([ask(sold.id, 10)], [ask(bought.id, 10)], { customer_id: other })).toEqual([
      'receivables.0.reference_id',
    ])
    expect(await refused([ask(sold.id, 10)], [ask(bought.id, 10)], { currency_id: 3 })).toEqual(['currency_id'])
    expect(await refused([ask(sold.id, 10)], [ask(bought.id, 10)], { supplier_id: other })).toEqual(['supplier_id'])
    const early = `${today().slice(0, 4)}-01-01`
    expect(await refused([ask(sold.id, 10)], [ask(bought.id, 10)], { set_off_date: early })).toEqual(['set_off_date'])
    expect(await refused([], [])).toEqual(['receivables', 'payables'])
    // It moves both control accounts: a lock of either side holds.
    for (const side of ['sales', 'purchases']) {
      await post('/accounting/period-locks', { [side]: today() })
      expect(await refused([ask(sold.id, 10)], [ask(bought.id, 10)]), side).toEqual(['set_off_date'])
      await post('/accounting/period-locks', { [side]: null })
    }
  })
})
