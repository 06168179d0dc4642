import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../harness/api.ts'
import {
  callsOf,
  createOrganization,
  expectOk,
  invoiceBody,
  type Organization,
  paymentBody,
  today,
} from '../harness/organization.ts'
import { withSuperuser } from '../harness/role.ts'

// A payment's own lock state matches the server's answer to a correction or a deletion, for every kind of lock.

let app: TestApp
let owner: Organization
let calls: ReturnType<typeof callsOf>
const path = '/accounting/income-payments'
beforeAll(async () => {
  app = await createTestApp()
  owner = await createOrganization(app)
  calls = callsOf(owner)
})

/** The lock reasons of the payment's page and of its row, which must be equal. */
async function saidOf(id: number): Promise<string | null> {
  const { data } = expectOk(await owner.get(`${path}?per_page=100`)).body as {
    data: { id: number; closed_period: string | null }[]
  }
  const { closed_period } = await calls.get(`${path}/${id}`)
  expect(data.find((row) => row.id === id)?.closed_period).toBe(closed_period)
  return closed_period
}
const correct = async (id: number, body: Record<string, unknown>) => {
  const { version } = await calls.get(`${path}/${id}`)
  return (await owner.post(`${path}/${id}`, { ...body, version })).status
}
/** A locked payment gives the reason; figures and deletion are refused, notes can be written. */
async function expectHeld(id: number, body: Record<string, unknown>, why: string) {
  expect(await saidOf(id)).toBe(why)
  expect([why, await correct(id, { ...body, amount: 48 })]).toEqual([why, 422])
  expect([why, (await owner.remove(`${path}/${id}`)).status]).toEqual([why, 422])
  expect([why, await correct(id, { ...body, notes: `ملاحظة: ${why}` })]).toEqual([why, 200])
  expect([await saidOf(id), (await calls.get(`${path}/${id}`)).notes]).toEqual([why, `ملاحظة: ${why}`])
  return why
}
const become = (year: string, status: string) =>
  withSuperuser(app, (client) =>
    client.query(
      'UPDATE financial_years SET status = $2 WHERE organization_id = $3 AND extract(year FROM started_at) = $1',
      [year, status, owner.token?.split('.')[0]],
    ),
  )

test('a payment that nothing locks says so, and can be corrected and deleted', async () => {
  const body = paymentBody(owner, { amount: 50 })
  const { id } = await calls.post(path, body)
  expect(await saidOf(id)).toBe(null)
  expect(await correct(id, { ...body, amount: 49 })).toBe(200)
  expect(await saidOf(id)).toBe(null)
  expectOk(await owner.remove(`${path}/${id}`))
  expect((await calls.get(`${path}/${id}`)).closed_period).toBe(null)
})

test('a refund locks the payment until it is reversed', async () => {
  const body = paymentBody(owner, { amount: 50 })
  const { id } = await calls.post(path, body)
  const refunded = await calls.post(`${path}/${id}/refund`, {
    refund_date: today(),
    amount: 5,
    payment_method_id: (body as { payment_method_id: number }).payment_method_id,
  })
  await expectHeld(id, body, 'has_refunds')
  expectOk(await owner.remove(`${path}/${id}/refunds/${refunded.refunds[0].id}`))
  expect(await saidOf(id)).toBe(null)
  expect(await correct(id, { ...body, amount: 49 })).toBe(200)
})

test('an allocation in a year without postings locks the payment until that year accepts them', async () => {
  const thisYear = today().slice(0, 4)
  const lastYear = String(Number(thisYear) - 1)
  const year = { name: lastYear, type: 'yearly', started_at: `${lastYear}-01-01`, ended_at: `${lastYear}-12-31` }
  await calls.post('/accounting/financial-years', year)
  await become(lastYear, 'open')
  const body = paymentBody(owner, { amount: 50, payment_date: `${lastYear}-06-01` })
  const { id } = await calls.post(path, body)
  const invoice = await calls.post('/invoices', invoiceBody(owner))
  await calls.post(`${path}/${id}/allocate`, { references: [{ reference_id: invoice.id, amount: 20 }] })
  expect(await saidOf(id)).toBe(null)
  await become(thisYear, 'under_review')
  await expectHeld(id, { ...body, references: [{ reference_id: invoice.id, amount: 20 }] }, 'period_locked')
  expect((await owner.post(`${path}/${id}/unallocate`, { reference_id: invoice.id })).status).toBe(422)
  await become(thisYear, 'open')
  expect(await saidOf(id)).toBe(null)
  await calls.post(`${path}/${id}/unallocate`, { reference_id: invoice.id })
  await become(thisYear, 'under_review')
  // Applied and reversed later: the entries of both are in that year, and a correction would post their reversals
  // there.
  await expectHeld(id, body, 'period_locked')
  await become(thisYear, 'open')
})

test('a period lock on its day locks the payment, and so does a filed return if it has tax', async () => {
  const plain = paymentBody(owner, { amount: 50 })
  const taxed = paymentBody(owner, { amount: 50, fee: 2, fee_tax: 0.3 })
  const [free, withFee] = [await calls.post(path, plain), await calls.post(path, taxed)]
  const lock = (through: string | null) =>
    withSuperuser(app, (client) =>
      client.query(
        `INSERT INTO period_locks (organization_id, kind, locked_through) VALUES ($1, 'vat', coalesce($2::date, '1990-01-01'))
        ON CONFLICT (organization_id, kind) DO UPDATE SET locked_through = excluded.locked_through`,
        [owner.token?.split('.')[0], through],
      ),
    )
  await lock(today())
  expect(await saidOf(free.id)).toBe(null)
  expect(await correct(free.id, { ...plain, amount: 49 })).toBe(200)
  await expectHeld(withFee.id, taxed, 'vat_filed')
  await lock(null)
  await calls.post('/accounting/period-locks', { all: today() })
  await expectHeld(free.id, { ...plain, amount: 49 }, 'period_locked')
  await calls.post('/accounting/period-locks', { all: null })
})

test('a bank reconciliation locks the payment, and a period lock takes precedence', async () => {
  const body = paymentBody(owner, { amount: 50 })
  const { id } = await calls.post(path, body)
  const [method] = (await calls.get('/payment-methods')).filter((one: { id: number }) => one.id === owner.ids.method)
  const asked = { account_id: method.account.id, statement_date: today() }
  const sheet = await calls.get(`/accounting/bank-reconciliations/sheet?${new URLSearchParams(asked)}`)
  type Line = { entry_id: number; line_number: number; amount: number }
  const lines = (sheet.lines as Line[]).map(({ entry_id, line_number }) => ({ entry_id, line_number }))
  const statement_balance = sheet.book_balance
  await calls.post('/accounting/bank-reconciliations', { ...asked, statement_balance, lines })
  await expectHeld(id, body, 'bank_reconciled')
  const { version } = await calls.get(`${path}/${id}`)
  expectOk(await owner.post(`${path}/${id}`, { ...body, version, notes: 'ظهر في كشف البنك' }))
  await calls.post('/accounting/period-locks', { all: today() })
  expect(await saidOf(id)).toBe('period_locked')
  await calls.post('/accounting/period-locks', { all: null })
})
