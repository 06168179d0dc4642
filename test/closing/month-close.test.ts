import { beforeAll, expect, test } from 'vitest'
import type { ClosingStep, MonthClose } from '#contract/closing/month-close.ts'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { bodies } from '../harness/bodies.ts'
import { callsOf, createOrganization, invoiceBody, type Organization } from '../harness/organization.ts'
import { clientWith } from '../harness/role.ts'

let app: TestApp
let owner: Organization
let calls: ReturnType<typeof callsOf>
const date = '2028-02-10'
const days = { invoice_date: '2028-02-03', due_date: '2028-02-20' }
beforeAll(async () => {
  app = await createTestApp({ now: () => new Date('2028-03-22T09:00:00Z') })
  owner = await createOrganization(app)
  calls = callsOf(owner)
})

const monthClose = async (query = `?date=${date}`): Promise<MonthClose> => calls.get(`/accounting/month-close${query}`)
const stepOf = async (name: ClosingStep, query?: string) =>
  (await monthClose(query)).steps.find((step) => step.name === name)

test('shows the last whole month where no day is given', async () => {
  expect(await monthClose('')).toMatchObject({ from: '2028-02-01', to: '2028-02-29' })
})

test('a draft dated in the month keeps its step open until it is confirmed', async () => {
  const draft = await calls.post('/invoices', invoiceBody(owner, { ...days, status: 'draft' }))
  expect(await stepOf('drafts')).toMatchObject({ state: 'open', count: 1, parts: [{ kind: 'invoice', count: 1 }] })
  expect(await stepOf('drafts', '?date=2028-01-31')).toMatchObject({ state: 'done', count: 0 })
  await calls.post(`/invoices/${draft.id}/confirm`, {})
  expect(await stepOf('drafts')).toMatchObject({ state: 'done', count: 0, parts: [] })
})

test('a draft of an advance invoice keeps its step open too', async () => {
  const body = { ...(await bodies.advanceInvoices(owner)), ...days, status: 'draft' }
  const draft = await calls.post('/advance-invoices', body)
  expect(await stepOf('drafts')).toMatchObject({ state: 'open', parts: [{ kind: 'advance_invoice', count: 1 }] })
  await owner.remove(`/advance-invoices/${draft.id}`)
  expect(await stepOf('drafts')).toMatchObject({ state: 'done' })
})

test('a bank account counts as reconciled from the day its statement reaches the end of the month', async () => {
  expect(await stepOf('bank')).toMatchObject({ state: 'open', count: 0, parts: [] })
  const accounts = (await calls.get('/accounting/accounts/list')) as { id: number; number: string }[]
  const account_id = accounts.find(({ number }) => number === '110101')?.id as number
  const reconcile = (statement_date: string) =>
    calls.post('/accounting/bank-reconciliations', {
      account_id,
      statement_date,
      statement_balance: '0',
      status: 'finished',
      lines: [],
    })
  await reconcile('2028-02-28')
  expect(await stepOf('bank')).toMatchObject({
    state: 'open',
    count: 1,
    parts: [{ id: account_id, day: '2028-02-28' }],
  })
  expect((await calls.get('/reports/home')).attention.unreconciled_banks).toBe(1)
  await reconcile('2028-02-29')
  expect(await stepOf('bank')).toMatchObject({ state: 'done', count: 0, by: expect.any(String) })
  expect((await calls.get('/reports/home')).attention.unreconciled_banks).toBe(0)
})

test('the tax return is a step of the month its period ends in', async () => {
  expect(await stepOf('vat')).toMatchObject({ state: 'none' })
  const filed = (await calls.get('/vat-periods')).periods as { id: number; to: string }[]
  expect(filed.at(-1)?.to).toBe('2028-03-31')
  expect(await stepOf('vat', '?date=2028-03-01')).toMatchObject({ state: 'open', day: '2028-03-31' })
})

test('receivables at the end of the month wait for a statement', async () => {
  expect(await stepOf('statements')).toMatchObject({ state: 'open', count: 0, amount: 1150 })
  expect(await stepOf('statements', '?date=2028-01-31')).toMatchObject({ state: 'none', amount: 0 })
})

test('a lock through the end of the month closes the last step and names the person who set it', async () => {
  expect(await stepOf('lock')).toMatchObject({ state: 'open', day: null })
  await calls.post('/accounting/period-locks', { all: '2028-02-15' })
  expect(await stepOf('lock')).toMatchObject({ state: 'open', day: '2028-02-15' })
  await calls.post('/accounting/period-locks', { all: '2028-02-29' })
  expect(await stepOf('lock')).toMatchObject({ state: 'done', day: '2028-02-29', by: expect.any(String) })
})

test('leaves out the steps that its reader may not see', async () => {
  const today = await createTestApp()
  const other = await createOrganization(today)
  const clerk = await clientWith(today, other, ['list-financial-year', 'list-bill'])
  const { body } = await clerk.get(`/accounting/month-close?date=${date}`)
  const steps = (body.data as MonthClose).steps
  expect(steps.map(({ name }) => name)).toEqual(['drafts', 'recurring', 'lock'])
  const nobody = await clientWith(today, other, ['read-home'])
  expect((await nobody.get('/accounting/month-close')).status).toBe(403)
})
