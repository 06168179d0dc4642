import { beforeAll, expect, test } from 'vitest'
import type { Sheet } from '#contract/reports/sheet.ts'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { expectOk, today } from '../harness/organization.ts'
import { readPdf } from '../harness/pdf-text.ts'
import { clientWith } from '../harness/role.ts'
import { createSmallCompany, journal, type SmallCompany } from '../harness/small-company.ts'

// Notes to the statements of two years, and the set of papers for the auditor.

let app: TestApp
let owner: SmallCompany
const year = Number(today().slice(0, 4))
const days = `from=${year}-01-01&to=${year}-03-31`
beforeAll(async () => {
  app = await createTestApp()
  owner = await createSmallCompany(app, year)
})
/** The set as this person gets it. */
async function setOf(token: string | null | undefined) {
  const headers = { authorization: `Bearer ${token}` }
  const reply = await app.app.inject({ url: `/api/reports/auditor-set?${days}`, headers })
  expect(reply.statusCode).toBe(200)
  return readPdf(reply.rawPayload)
}

test('receivables by age are those of the ageing report of both years, and open their rows', async () => {
  const notes = expectOk(await owner.get(`/reports/statement-notes?${days}`)).body.data as Sheet
  const aged = async (to: string) =>
    (expectOk(await owner.get(`/reports/aged-receivables?to=${to}`)).body.data as Sheet).rows.at(-1)?.figures
  const [now, then] = [await aged(`${year}-03-31`), await aged(`${year - 1}-12-31`)]
  const rows = notes.rows.filter(({ key }) => key.startsWith('receivables:'))
  expect(rows.length).toBeGreaterThan(0)
  for (const { key, figures, links } of rows) {
    const age = key.split(':')[1] as string
    expect(figures).toEqual({ amount: now?.[age], compared: then?.[age] })
    expect(links?.amount).toEqual({ to: 'open_receivables', query: { to: `${year}-03-31`, age } })
  }
  // A loan of 10,000 of this year has its note; nothing was lent by the year before.
  expect(notes.rows.find(({ key }) => key === 'total:loans')?.figures).toEqual({ amount: 10_000, compared: 0 })
})

test('the set of the auditor holds each statement in both languages, and only those its reader may read', async () => {
  const { text } = await setOf(owner.token)
  for (const title of ['Balance sheet', 'Profit and loss', 'Changes in equity', 'Cash flow', 'Notes to the statements'])
    expect(text).toContain(title)
  expect(text).toContain('10,000.00')
  const reader = await clientWith(app, owner, ['read-report-statement-notes'])
  const { text: part } = await setOf(reader.token)
  expect(part).toContain('Notes to the statements')
  expect(part).not.toContain('Balance sheet')
})

test('an account of the set leads to its row of the trial balance, and a figure to its rows in the application', async () => {
  const { links } = await setOf(owner.token)
  expect(links.within).toBeGreaterThan(20)
  expect(links.urls.length).toBeGreaterThan(40)
  const cash = owner.accountIds.get('110103')
  const opened = links.urls.filter((url) => new URL(url).searchParams.get('account_id') === String(cash))
  expect(opened.length).toBeGreaterThan(0)
  for (const url of new Set(links.urls)) {
    const { origin, pathname, search } = new URL(url)
    expect(origin).toBe('https://mizan.example')
    expectOk(await owner.get(`${pathname}${search}`))
  }
})

test('what was acquired and financed without cash is a note, by account, and leaves out what was paid', async () => {
  await journal(owner, `${year}-03-30`, '120104', '310101', 700)
  const { rows } = expectOk(await owner.get(`/reports/statement-notes?${days}`)).body.data as Sheet
  const noncash = rows.filter(({ key }) => key.startsWith('noncash:'))
  expect(noncash.map(({ label, figures }) => [label.code, figures.amount, figures.compared])).toEqual([
    ['120104', 700, 0],
    ['310101', -700, 0],
  ])
})
