import { beforeAll, expect, test } from 'vitest'
import type { Sheet } from '#contract/reports/sheet.ts'
import { createTestApp } from '../harness/api.ts'
import { clearOpening, expectOk, today } from '../harness/organization.ts'
import { createSmallCompany, invoice, type SmallCompany } from '../harness/small-company.ts'

// A year is closed in January, its last return filed at the end of the month: the owner waived it, so it is filed without
// opening the books again, and settled on the first day after them. The invariants run after the file.

let owner: SmallCompany
const year = Number(today().slice(0, 4))
const [september, december, march] = [`${year - 1}0930`, `${year - 1}1231`, `${year}0331`].map(Number) as [
  number,
  number,
  number,
]
const periods = async () =>
  expectOk(await owner.get('/vat-periods')).body.data.periods as { id: number; settles_on: string | null }[]
const settlesOn = async (id: number) => (await periods()).find((one) => one.id === id)?.settles_on
const file = (id: number) => owner.post(`/vat-periods/${id}/file`)
/** The balances of output tax, input tax and settlement at the end of a day. */
const held = async (day: string) => {
  const { rows } = expectOk(await owner.get(`/reports/trial-balance?from=${day}&to=${day}`)).body.data as Sheet
  return ['210301', '110501', '210303'].map((number) => {
    const figures = rows.find(({ texts }) => texts.number === number)?.figures
    return Number(figures?.closing_debit ?? 0) - Number(figures?.closing_credit ?? 0)
  })
}
const status = (id: number, to: string, rest: object = {}) =>
  owner.post(`/accounting/financial-years/${id}/change-status`, { status: to, ...rest })

beforeAll(async () => {
  owner = await createSmallCompany(await createTestApp(), year)
  await invoice(owner, `${year - 1}-09-10`, 400)
  expectOk(await clearOpening(owner, '0', `${year}-12-31`))
})

test('the returns of a closed year are settled on the first day after it, each its own', async () => {
  const years = expectOk(await owner.get('/accounting/financial-years')).body.data as {
    id: number
    started_at: string
  }[]
  const [present, past] = [year, year - 1].map(
    (of) => years.find(({ started_at }) => started_at.startsWith(String(of)))?.id as number,
  ) as [number, number]
  expect(await settlesOn(september)).toBe(null)
  expectOk(await status(past, 'closed', { waive_vat: true }))
  const next = `${year}-01-01`
  expect(await settlesOn(september)).toBe(next)
  const before = await held(`${year - 1}-12-31`)
  // If the next year also refuses postings, the message names the way out.
  expectOk(await status(present, 'closed', { waive_vat: true }))
  const refused = await file(september)
  expect([refused.status, refused.body.errors.period]).toEqual([422, expect.stringContaining(`${year + 1}-01-01`)])
  expectOk(await status(present, 'open', { reason: 'إقرار' }))
  for (const id of [september, december]) expectOk(await file(id))
  expect(await held(`${year - 1}-12-31`)).toEqual(before)
  expect(await held(next)).toEqual([0, 0, before[0] === undefined ? 0 : before[0] + (before[1] ?? 0)])
  // The return after them settles its own days alone, on its own last day.
  if (today() <= `${year}-03-31`) return
  expect(await settlesOn(march)).toBe(null)
  expectOk(await file(march))
  expect((await held(`${year}-03-31`)).slice(0, 2)).toEqual([0, 0])
})
