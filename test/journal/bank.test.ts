import { setTimeout } from 'node:timers/promises'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../harness/api.ts'
import {
  callsOf,
  createOrganization,
  expectOk,
  idOf,
  invoiceBody,
  type Organization,
  paymentBody,
  today,
} from '../harness/organization.ts'
import { withSuperuser } from '../harness/role.ts'
import { untilWaiting } from '../harness/waiting.ts'

// The bank's statement against the books (accounting rule 1.4), in the previous year, whose days have passed. The
// invariants run after the file.

type Body = Record<string, unknown>
type Line = { entry_id: number; line_number: number; amount: number; is_matched: boolean; number: string | null }
const path = '/accounting/bank-reconciliations'
const receipts = '/accounting/income-payments'
const last = Number(today().slice(0, 4)) - 1
const day = (text: string) => `${last}-${text}`

let app: TestApp
let owner: Organization
let calls: ReturnType<typeof callsOf>
let account: number
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  owner = await createOrganization(app)
  calls = callsOf(owner)
  const year = { name: String(last), type: 'yearly', started_at: day('01-01'), ended_at: day('12-31') }
  const id = await idOf(owner.post('/accounting/financial-years', year))
  expectOk(await owner.post(`/accounting/financial-years/${id}/change-status`, { status: 'open' }))
  const [method] = (await calls.get('/payment-methods')).filter((one: Body) => one.id === owner.ids.method)
  account = method.account.id
})

const receive = (date: string, amount: number, change: Body = {}) =>
  idOf(owner.post(receipts, paymentBody(owner, { payment_date: day(date), amount, ...change })))
const pay = (date: string, amount: number) => {
  const { customer_id: _, ...rest } = paymentBody(owner, { payment_date: day(date), amount })
  return idOf(owner.post('/accounting/expense-payments', { ...rest, supplier_id: owner.ids.supplier }))
}
const sheet = (date: string, change: Body = {}) =>
  calls.get(
    `${path}/sheet?${new URLSearchParams({ account_id: account, statement_date: day(date), ...change } as never)}`,
  )
const linesOf = async (date: string): Promise<Line[]> => (await sheet(date)).lines
const amounts = (lines: readonly Line[]) => lines.map((line) => line.amount)
const tick = ({ entry_id, line_number }: Line) => ({ entry_id, line_number })
const bodyOf = (date: string, statement_balance: number, lines: readonly Line[], change: Body = {}) => ({
  account_id: account,
  statement_date: day(date),
  statement_balance,
  lines: lines.map(tick),
  ...change,
})
const finish = (...asked: Parameters<typeof bodyOf>) => calls.post(path, bodyOf(...asked))
const refused = async (...asked: Parameters<typeof bodyOf>) => calls.errors(path, bodyOf(...asked))

describe('a bank reconciliation', () => {
  test('a second one of a day is refused in words that name the day', async () => {
    const draft = { ...bodyOf('10-31', 0, []), status: 'draft' }
    expectOk(await owner.post(path, draft))
    const { status, body } = await owner.post(path, draft)
    expect(status).toBe(422)
    expect(body.message).toBe(body.errors.statement_date)
    expect(body.message).not.toContain('{{')
  })
  test('explains the balance of the bank by the books, month after month', async () => {
    await receive('10-05', 1000)
    await pay('10-12', 300)
    await receive('10-30', 200)
    expect(await sheet('10-31')).toMatchObject({
      opening_balance: 0,
      book_balance: 900,
      has_more: false,
      through: null,
    })
    const [first, paid] = (await linesOf('10-31')) as [Line, Line]
    // The bank has not seen the last receipt: 1000 less 300.
    const difference = { statement_balance: expect.stringContaining('50') }
    expect(await refused('10-31', 750, [first, paid])).toMatchObject(difference)
    const draft = await calls.post(path, bodyOf('10-31', 750, [first, paid], { status: 'draft' }))
    expect((await sheet('10-31', { id: draft.id })).lines.map((line: Line) => line.is_matched)).toEqual([
      true,
      true,
      false,
    ])
    const done = await calls.post(
      `${path}/${draft.id}`,
      bodyOf('10-31', 700, [first, paid], { version: draft.version, status: 'finished' }),
    )
    expect(done).toMatchObject({
      status: 'finished',
      statement_balance: 700,
      opening_balance: 0,
      book_balance: 900,
      is_latest: true,
      matched: { count: 2, in: 1000, out: 300 },
    })
    expect(amounts(done.lines)).toEqual([200])
    await pay('11-20', 50)
    const november = await linesOf('11-30')
    expect(amounts(november)).toEqual([200, -50])
    const next = await finish('11-30', 850, november)
    expect(next).toMatchObject({ opening_balance: 700, opening_date: day('10-31'), book_balance: 850, lines: [] })
    // The paper of the previous month still shows its open items.
    expect(await calls.get(`${path}/${done.id}`)).toMatchObject({ is_latest: false, lines: [{ amount: 200 }] })
    expect(await calls.get(path)).toMatchObject([{ id: next.id }, { id: done.id }])
  })
  test('prevents correcting or voiding matched records, but not reversing them later', async () => {
    const id = await receive('10-05', 1000)
    const { version, payment_number } = await calls.get(`${receipts}/${id}`)
    const reconciled = await finish('10-31', 1000, await linesOf('10-31'))
    const correction = paymentBody(owner, { payment_number, payment_date: day('10-05'), amount: 900 })
    expect(Object.keys(await calls.errors(`${receipts}/${id}`, correction))).toEqual(['status'])
    const removed = await owner.remove(`${receipts}/${id}`)
    expect([removed.status, Object.keys(removed.body.errors)]).toEqual([422, ['status']])
    expect(await calls.get(`${receipts}/${id}`)).toMatchObject({ amount: 1000, is_void: false, version })
    // The cheque came back in November: the bank shows that as well.
    expectOk(await owner.post(`${receipts}/${id}/reverse`, { date: day('11-03'), reason: 'شيك مرتجع' }))
    const november = await linesOf('11-30')
    expect(amounts(november)).toEqual([-1000])
    await finish('11-30', 0, november)
    expect(await calls.errors(`${path}/${reconciled.id}/reopen`, {})).toHaveProperty('status')
  })
  test('prevents reversing a matched refund on its day, and asks for a later one', async () => {
    const id = await receive('10-05', 1000)
    const refund = { refund_date: day('10-06'), amount: 100, payment_method_id: owner.ids.method }
    const { refunds } = await calls.post(`${receipts}/${id}/refund`, refund)
    await finish('10-31', 900, await linesOf('10-31'))
    const undo = `${receipts}/${id}/refunds/${refunds[0].id}`
    const refusal = await owner.remove(undo)
    expect([refusal.status, refusal.headers.refusal]).toEqual([422, 'bank_reconciled'])
    expect(Object.keys(refusal.body.errors)).toEqual(['status'])
    expectOk(await owner.remove(`${undo}?date=${day('11-03')}`))
    expect(amounts(await linesOf('11-30'))).toEqual([100])
  })
  test('opened again, it lets go of what it matched', async () => {
    const id = await receive('10-05', 1000)
    const { id: reconciliation } = await finish('10-31', 1000, await linesOf('10-31'))
    expect((await owner.remove(`${path}/${reconciliation}`)).status).toBe(422)
    expect((await owner.post(`${path}/${reconciliation}`, bodyOf('10-31', 1000, []))).status).toBe(422)
    expect(await calls.post(`${path}/${reconciliation}/reopen`, {})).toMatchObject({ status: 'draft' })
    expectOk(await owner.remove(`${receipts}/${id}`))
    expect(await linesOf('10-31')).toEqual([])
    expectOk(await owner.remove(`${path}/${reconciliation}`))
    expect(await calls.get(path)).toEqual([])
  })
  test('shows a correction as the bank would see it, and nothing of what was voided', async () => {
    const [wrong, void_] = [await receive('10-05', 1000), await receive('10-06', 70)]
    const { payment_number } = await calls.get(`${receipts}/${wrong}`)
    const correction = paymentBody(owner, { payment_number, payment_date: day('10-05'), amount: 900 })
    await calls.post(`${receipts}/${wrong}`, correction)
    expectOk(await owner.remove(`${receipts}/${void_}`))
    expect(amounts(await linesOf('10-31'))).toEqual([900])
  })
  test('matches everything up to a day at once, for books of several years', async () => {
    await receive('09-05', 400)
    await pay('09-10', 100)
    await receive('10-08', 50)
    const open = await sheet('10-31', { matched_through: day('09-30') })
    expect(open).toMatchObject({ through: { count: 2, in: 400, out: 100 }, lines: [{ amount: 50 }] })
    const done = await finish('10-31', 350, open.lines, { matched_through: day('09-30') })
    expect(done).toMatchObject({ matched: { count: 3, in: 450, out: 100 }, lines: [] })
  })
  test('a reconciliation of a euro account is in euros', async () => {
    expectOk(await owner.post('/currencies/3/rate', { rate: '4.10' }))
    await receive('10-05', 100, { currency_id: 3 })
    const open = await sheet('10-31')
    expect(open).toMatchObject({ currency: { code: 'EUR' }, book_balance: 100, lines: [{ amount: 100 }] })
    expectOk(await owner.post('/currencies/3/rate', { rate: '4.00' }))
    await finish('10-31', 100, open.lines)
    await receive('11-05', 10)
    // Riyals that came later are not of this bank's currency.
    expect(amounts(await linesOf('11-30'))).toEqual([])
  })
  test('and a void at once: one of them finds the other', async () => {
    for (let round = 0; round < 4; round++) {
      const id = await receive('10-05', 1000)
      const lines = await linesOf('10-31')
      const [finished, voided] = await Promise.all([
        owner.post(path, bodyOf('10-31', 1000, lines)),
        owner.remove(`${receipts}/${id}`),
      ])
      expect([finished.status, voided.status].sort()).toEqual([200, 422])
      if (finished.status !== 200) continue
      expectOk(await owner.post(`${path}/${finished.body.data.id}/reopen`, {}))
      expectOk(await owner.remove(`${path}/${finished.body.data.id}`))
      expectOk(await owner.remove(`${receipts}/${id}`))
    }
  })
  test('of two concurrent finishes of one day one succeeds', async () => {
    await receive('10-05', 1000)
    const body = bodyOf('10-31', 1000, await linesOf('10-31'))
    const replies = await Promise.all([owner.post(path, body), owner.post(path, body), owner.post(path, body)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422, 422])
  })
  test('reopening one while the next is finished is serialized', async () => {
    await receive('10-05', 1000)
    const first = await finish('10-31', 1000, await linesOf('10-31'))
    await receive('11-05', 200)
    const next = bodyOf('11-30', 1200, await linesOf('11-30'))
    const replies = await withSuperuser(app, async (client) => {
      await client.query('BEGIN')
      // Locks out a concurrent finish that read the reconciliation it continues. Opening is not locked.
      await client.query('LOCK TABLE bank_reconciliation_lines IN SHARE MODE')
      const finishing = owner.post(path, next)
      await untilWaiting(client, 1)
      const reopening = owner.post(`${path}/${first.id}/reopen`, {})
      await Promise.race([reopening, setTimeout(300)])
      await client.query('COMMIT')
      return Promise.all([finishing, reopening])
    })
    expect(replies.map(({ status }) => status)).toEqual([200, 422])
  })
  test('is refused on its fields', async () => {
    const id = await idOf(owner.post('/invoices', invoiceBody(owner)))
    await receive('10-05', 1000)
    const lines = await linesOf('10-31')
    const [entry] = await calls.get(`/invoices/${id}/entries`)
    const fields = async (...asked: Parameters<typeof bodyOf>) => Object.keys(await refused(...asked))
    const stranger = { ...(lines[0] as Line), entry_id: entry.id }
    expect(await fields('10-31', 1000, [stranger])).toEqual(['lines'])
    expect(await fields('10-31', 1000, lines, { account_id: 999_999_999 })).toEqual(['account_id'])
    expect(await fields('10-31', 1000, lines, { account_id: entry.lines[0].account_id })).toEqual(['account_id'])
    expect(await fields('10-31', 1000, lines, { statement_date: `${last + 2}-01-01` })).toEqual(['statement_date'])
    expect(await fields('10-31', 1000, lines, { matched_through: day('11-01') })).toEqual(['matched_through'])
    expect(await fields('10-31', 0.125, [], { status: 'draft' })).toEqual(['statement_balance'])
    await calls.post(path, bodyOf('10-31', 5, [], { status: 'draft' }))
    expect(await fields('11-30', 5, [], { status: 'draft' })).toEqual(['account_id'])
    await finish('10-30', 1000, lines)
    expect(await fields('10-29', 1000, [])).toEqual(['statement_date'])
    expect(await fields('10-30', 1000, [])).toEqual(['statement_date'])
    expect(await fields('11-30', 2000, lines)).toEqual(['lines'])
  })
})
