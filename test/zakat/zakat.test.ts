import { beforeAll, expect, test } from 'vitest'
import type { Sheet } from '#contract/reports/sheet.ts'
import { groupThousands } from '#ledger/group-thousands.ts'
import { type LawComputation, lawComputations, recompute } from '#ledger/law/recompute.ts'
import { createTestApp } from '../harness/api.ts'
import { fileUpload } from '../harness/multipart.ts'
import { clearOpening, createOrganization, expectOk, type Organization } from '../harness/organization.ts'
import { runOf } from '../imports/import-files.ts'

// The Zakat worksheet against a second program that knows only the trial balance and the numbers of the chart.

let owner: Organization
let accounts: Map<string, number>
const ended = '2030-12-31'
const sheetOf = async (to = ended): Promise<Sheet> =>
  expectOk(await owner.get(`/reports/zakat-worksheet?to=${to}`)).body.data
const figure = (sheet: Sheet, key: string) => sheet.rows.find((row) => row.key === key)?.figures.amount
const post = (body: object) => owner.post('/accounting/zakat/entry', { ended_on: ended, ...body })

async function book(debit: string, credit: string, amount: number, day = '2030-06-01') {
  const line = (number: string, side: object) => ({ account_id: accounts.get(number), debit: 0, credit: 0, ...side })
  expectOk(
    await owner.post('/accounting/journal-entries', {
      journal_number: `J-${crypto.randomUUID().slice(0, 8)}`,
      journal_date: day,
      currency_id: 1,
      branch_id: owner.ids.branch,
      lines: [line(debit, { debit: amount }), line(credit, { credit: amount })],
    }),
  )
}

beforeAll(async () => {
  owner = await createOrganization(await createTestApp({ now: () => new Date('2030-12-31T09:00:00Z') }))
  const list = expectOk(await owner.get('/accounting/accounts/list')).body.data as { id: number; number: string }[]
  accounts = new Map(list.map(({ id, number }) => [number, id]))
  expectOk(await clearOpening(owner, '40000', ended))
  await book('110103', '310101', 900_000)
  await book('120105', '110103', 250_000)
  await book('520401', '120204', 50_000)
  await book('110103', '220101', 300_000)
  await book('520103', '220103', 20_000)
  await book('110103', '410102', 180_000.55)
})

/** Adds the trial balance up itself: no line, no role, no code of the worksheet. */
async function recomputed(): Promise<{ base: number; byDays: number; hijri: number }> {
  const trial = expectOk(await owner.get(`/reports/trial-balance?from=2030-01-01&to=${ended}`)).body.data as Sheet
  const rows = trial.rows.filter(({ style, texts }) => style === 'line' && /^\d{6}$/.test(String(texts.number)))
  const halalas = (prefixes: string[], side: 'debit' | 'credit') =>
    rows
      .filter(({ texts }) => prefixes.some((prefix) => String(texts.number).startsWith(prefix)))
      .reduce((all, { figures }) => {
        const net = Math.round(((figures.closing_debit ?? 0) - (figures.closing_credit ?? 0)) * 100)
        return all + (side === 'debit' ? net : -net)
      }, 0)
  const deducted = halalas(['1201', '1202', '1203'], 'debit')
  const profit = halalas(['4', '5'], 'credit') + halalas(['530105'], 'debit')
  const financing = Math.min(halalas(['220101', '220102'], 'credit'), Math.max(deducted, 0))
  const computed = halalas(['31'], 'credit') + halalas(['110203', '220103'], 'credit') + financing + profit - deducted
  const base = Math.max(computed, profit, 0)
  return {
    base: base / 100,
    byDays: Math.round((base * 2.5 * 365) / 35_400) / 100,
    hijri: Math.round(base * 0.025) / 100,
  }
}

test('refuses to post before an account is bound, and proposes lines by the chart', async () => {
  expect((await post({})).headers.refusal).toBe('zakat_no_lines')
  const lines = expectOk(await owner.get('/accounting/zakat/lines')).body.data
  const proposed = lines.flatMap((one: { id: number; proposed: string | null }) =>
    one.proposed ? [{ account_id: one.id, line: one.proposed }] : [],
  )
  expect(proposed.length).toBeGreaterThan(15)
  const [first] = proposed
  const twice = await owner.post('/accounting/zakat/lines', { lines: [...proposed, { ...first, line: 'investments' }] })
  expect(twice.headers.refusal).toBe('zakat_account_twice')
  const wrong = await owner.post('/accounting/zakat/lines', {
    lines: [{ account_id: accounts.get('410102'), line: 'equity' }],
  })
  expect(wrong.headers.refusal).toBe('zakat_account_class')
  const content = 'account,zakat line\n410102,equity'
  const { id } = await runOf(owner, { kind: 'zakat_lines', content, commit: false })
  const refused = expectOk(await owner.get(`/imports/${id}/rows?outcome=refused`)).body.data
  expect(refused).toMatchObject([{ issues: [{ code: 'zakat_account_class' }] }])
  expectOk(await owner.post('/accounting/zakat/lines', { lines: proposed }))
})

test('equals what a second program adds up from the trial balance', async () => {
  const [sheet, second] = [await sheetOf(), await recomputed()]
  expect(second.base).toBeGreaterThan(900_000)
  expect([figure(sheet, 'base_total'), figure(sheet, 'by_days'), figure(sheet, 'hijri')]).toEqual([
    second.base,
    second.byDays,
    second.hijri,
  ])
  expect(sheet.notes.map(({ word }) => word)).toContain('notes.zakat_law_unconfirmed')
})

test('every figure of an account opens its rows', async () => {
  const rows = (await sheetOf()).rows.filter(({ key }) => key === 'profit' || key.startsWith('account:'))
  for (const { link, figures } of rows) {
    const opened = expectOk(
      await owner.get(`/reports/account-statement?${new URLSearchParams(link?.query as Record<string, string>)}`),
    )
    const { balance } = (opened.body.data as Sheet).rows.at(-1)?.figures ?? {}
    expect(Math.abs(balance as number)).toBe(Math.abs(figures.amount as number))
  }
})

test('an adjustment changes its line with its reason, and another basis changes the rate', async () => {
  const before = figure(await sheetOf(), 'base_total') as number
  const adjustment = { ended_on: ended, line: 'profit', effect: 'raise', amount: 1000, reason: 'غرامات لا تُحسم' }
  const { id } = expectOk(await owner.post('/accounting/zakat-adjustments', adjustment)).body.data
  const sheet = await sheetOf()
  expect(figure(sheet, 'base_total')).toBe(before + 1000)
  expect(sheet.rows.find(({ key }) => key === `adjustment:${id}`)?.texts.grounds).toBe(adjustment.reason)
  const papers = `/accounting/zakat-adjustments/${id}/attachments`
  const file = Buffer.from('%PDF-1.7\n% a decision of the authority\n')
  expectOk(await owner.ask('POST', papers, fileUpload('attached_file', 'قرار.pdf', file)))
  expect(expectOk(await owner.get(papers)).body.data).toMatchObject([{ name: 'قرار.pdf' }])
  const filed = (await sheetOf()).rows.find(({ key }) => key === `adjustment:${id}`)
  expect(filed?.label).toMatchObject({ word: 'lines.zakat_adjustment_files', code: '1' })
  const unknown = await owner.post('/accounting/zakat-adjustments', { ...adjustment, ended_on: '2030-06-30' })
  expect(unknown.headers.refusal).toBe('zakat_no_year')
  expectOk(await owner.remove(`/accounting/zakat-adjustments/${id}`))
  expect((await owner.get(papers)).status).toBe(404)
  const year = { ended_on: ended, basis: 'hijri', saudi_share: 100, has_minimum: true }
  const stored = expectOk(await owner.post('/accounting/zakat-years', year)).body.data
  const other = await sheetOf()
  expect(figure(other, 'due')).toBe(figure(other, 'hijri'))
  expectOk(await owner.remove(`/accounting/zakat-years/${stored.id}`))
})

test('each figure of the law says its arithmetic and opens the page that computes it again', async () => {
  const { rows } = await sheetOf()
  const [base, due] = [rows.find(({ key }) => key === 'base_total'), rows.find(({ key }) => key === 'by_days')]
  expect(due?.texts.grounds).toBe(`${groupThousands(String(base?.figures.amount))} × 2.5% × 365 ÷ 354`)
  expect(due?.link).toMatchObject({ to: 'law', query: { of: 'zakat', day: ended, days: '365', share: '100' } })
  const again = recompute(lawComputations.zakat as LawComputation, due?.link?.query as Record<string, string>)
  expect(Number(again?.result)).toBe(due?.figures.amount)
  const computed = rows.find(({ key }) => key === 'computed')
  const signed = String(computed?.texts.grounds)
    .replaceAll(',', '')
    .replaceAll(' − ', ' + -')
    .replaceAll(/\(-([\d.]+)\)/g, '-$1')
  const sum = signed.split(' + ').reduce((total, one) => total + Number(one.replace('--', '')), 0)
  expect(Math.round(sum * 100)).toBe(Math.round((computed?.figures.amount ?? 0) * 100))
})

test('posts what is not booked, once; the difference on an assessment; and refuses a year before the rates', async () => {
  const due = figure(await sheetOf(), 'due') as number
  expect(expectOk(await post({})).body.data).toMatchObject({ amount: due })
  // Zakat is no cost of its own base.
  expect(figure(await sheetOf(), 'due')).toBe(due)
  expect(figure(await sheetOf(), 'left')).toBe(0)
  expect((await post({})).headers.refusal).toBe('zakat_nothing_to_post')
  // The year keeps how it was computed, and by which version of the law.
  const years = async () => expectOk(await owner.get('/accounting/zakat-years')).body.data
  expect(await years()).toMatchObject([{ ended_on: ended, basis: 'days', saudi_share: 100, law_version: '2024-01-01' }])
  const assessed = Math.round((due + 1500.25) * 100) / 100
  expect(expectOk(await post({ assessed, date: ended })).body.data).toMatchObject({ amount: 1500.25 })
  expect((await post({ assessed, date: ended })).headers.refusal).toBe('zakat_nothing_to_post')
  expect(expectOk(await post({ assessed: due, date: ended })).body.data).toMatchObject({ amount: -1500.25 })
  const old = { name: '2023', type: 'yearly', started_at: '2023-01-01', ended_at: '2023-12-31' }
  expectOk(await owner.post('/accounting/financial-years', old))
  expect((await post({ ended_on: '2023-12-31' })).headers.refusal).toBe('zakat_rate_missing')
  expect((await post({ ended_on: '2050-12-31' })).headers.refusal).toBe('zakat_no_year')
  expect(await sheetOf('2023-05-05')).toMatchObject({ rows: [], notes: [{ word: 'notes.zakat_rate_missing' }] })
  expect(await sheetOf('2050-05-05')).toMatchObject({ rows: [], notes: [{ word: 'notes.zakat_no_year' }] })
})
