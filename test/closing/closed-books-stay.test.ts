import { beforeAll, expect, test } from 'vitest'
import { createTestApp } from '../harness/api.ts'
import {
  clearOpening,
  createOrganization,
  expectOk,
  invoiceBody,
  type Organization,
  today,
} from '../harness/organization.ts'

// The end of a closed year is final (accounting rule 1.6): nothing is posted before it, and foreign cash is closed at
// its value. The invariants run after the file.

let owner: Organization
const app = await createTestApp()
const thisYear = Number(today().slice(0, 4))
beforeAll(async () => {
  owner = await createOrganization(app)
  expectOk(await clearOpening(owner))
})
const yearBody = (year: number) => ({
  name: String(year),
  type: 'yearly',
  started_at: `${year}-01-01`,
  ended_at: `${year}-12-31`,
})
const create = async (year: number) =>
  expectOk(await owner.post('/accounting/financial-years', yearBody(year))).body.data.id as number
const become = (id: number, status: string) => owner.post(`/accounting/financial-years/${id}/change-status`, { status })
const invoice = async (date: string, change: object = {}) =>
  expectOk(await owner.post('/invoices', invoiceBody(owner, { invoice_date: date, due_date: date, ...change }))).body
    .data.id as number

test('foreign cash whose rate changed after its revaluation prevents closing the year', async () => {
  const [year, lastDay] = [thisYear - 1, `${thisYear - 1}-12-31`]
  const id = await create(year)
  expectOk(await become(id, 'open'))
  const rate = async (value: string, valid_on: string) =>
    expectOk(await owner.post('/currencies/3/rate', { rate: value, valid_on }))
  await rate('4.00', `${year}-01-01`)
  await rate('4.20', `${year}-08-01`)
  await rate('4.50', lastDay)
  const first = await invoice(`${year}-05-01`, { currency_id: 3 })
  const { data: made } = expectOk(await owner.post('/accounting/fx-revaluations', { date: lastDay })).body
  // 1,150 euros of 4.00 at 4.50; then the same euros of 4.20, which are 345 from there.
  expect(made.gain).toBe(575)
  expectOk(await owner.remove(`/invoices/${first}`))
  await invoice(`${year}-09-01`, { currency_id: 3 })
  expect((await become(id, 'closed')).body.errors.status).toMatch(/revalu/)
  expectOk(await owner.post(`/accounting/fx-revaluations/${made.id}/reverse`))
  expect(expectOk(await owner.post('/accounting/fx-revaluations', { date: lastDay })).body.data.gain).toBe(345)
  expectOk(await become(id, 'closed'))
})

test('no year before a closed one can be opened or moved', async () => {
  const earlier = await create(thisYear - 2)
  expect((await become(earlier, 'open')).body.errors.status).toMatch(/order/)
  const later = await create(thisYear + 1)
  expectOk(await become(later, 'open'))
  const moved = await owner.post(`/accounting/financial-years/${later}`, yearBody(thisYear - 3))
  expect(moved.body.errors.ended_at).toMatch(/order/)
  expectOk(await owner.post(`/accounting/financial-years/${later}`, yearBody(thisYear + 2)))
})
