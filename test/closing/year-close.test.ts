import { beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { journalBody } from '../harness/bodies.ts'
import {
  clearOpening,
  createOrganization,
  expectOk,
  invoiceBody,
  type Organization,
  today,
} from '../harness/organization.ts'
import { clientWith, withSuperuser } from '../harness/role.ts'

// Closing and reopening (accounting rules 1.6, V47 to V49, T3). The invariants run after the file.

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
const organizationOf = (owner: Organization) => Number(owner.token?.split('.')[0])
const status = (owner: Pick<Organization, 'post'>, id: number, to: string, reason?: string) =>
  owner.post(`/accounting/financial-years/${id}/change-status`, { status: to, ...(reason && { reason }) })
const currentYear = async (owner: Organization) => (await owner.get('/accounting/financial-years')).body.data[0]
const preview = async (owner: Organization, id: number) =>
  expectOk(await owner.get(`/accounting/financial-years/${id}/closing`)).body.data

/** The lines of closing entries in the order they were posted, `RETAINED C1000.00`. */
const closingLines = (owner: Organization) =>
  withSuperuser(app, async (client) => {
    const { rows } = await client.query(
      `SELECT account.role, line.debit, line.credit FROM journal_entries AS entry
       JOIN journal_lines AS line ON line.organization_id = entry.organization_id AND line.entry_id = entry.id
       JOIN accounts AS account ON account.organization_id = line.organization_id AND account.id = line.account_id
       WHERE entry.organization_id = $1 AND entry.kind = 'closing' ORDER BY entry.id, account.role`,
      [organizationOf(owner)],
    )
    return rows.map(
      (row) => `${row.role} ${Number(row.debit) > 0 ? `D${Number(row.debit)}` : `C${Number(row.credit)}`}`,
    )
  })
const snapshotRows = (owner: Organization) =>
  withSuperuser(app, async (client) => {
    const { rows } = await client.query('SELECT count(*)::int AS n FROM balance_snapshots WHERE organization_id = $1', [
      organizationOf(owner),
    ])
    return rows[0].n as number
  })

describe('closing', () => {
  let owner: Organization
  let year: { id: number; ended_at: string }
  beforeAll(async () => {
    owner = await createOrganization(app)
    year = await currentYear(owner)
  })
  test('names the obstacles, and posts nothing', async () => {
    // On the last day of the year, which belongs to it.
    const last = { status: 'draft', invoice_date: year.ended_at, due_date: year.ended_at }
    const draft = expectOk(await owner.post('/invoices', invoiceBody(owner, last))).body.data
    const { obstacles, drafts } = await preview(owner, year.id)
    expect(obstacles.map((one: { code: string }) => one.code)).toEqual(['year_has_drafts', 'opening_not_cleared'])
    expect(drafts).toMatchObject([{ id: draft.id, kind: 'invoice', number: draft.invoice_number }])
    expect((await status(owner, year.id, 'closed')).body.errors.status).toMatch(/one draft/)
    expectOk(await owner.remove(`/invoices/${draft.id}`))
    // The number its form was opened with may be another's by now: such a draft is identified by its id, as in the
    // list.
    const { number } = expectOk(await owner.get('/invoices/next-number')).body.data
    const offered = { status: 'draft', invoice_number: number, proposed_number: number }
    const { id } = expectOk(await owner.post('/invoices', invoiceBody(owner, offered))).body.data
    expect((await preview(owner, year.id)).drafts).toMatchObject([{ id, number: `DRAFT-${id}` }])
    expectOk(await owner.remove(`/invoices/${id}`))
    expect((await status(owner, year.id, 'closed')).body.errors.status).toMatch(/60,000/)
    expect(await closingLines(owner)).toEqual([])
  })
  test('V52 clears opening equity, once', async () => {
    expect(expectOk(await clearOpening(owner, '40000')).body.data).toEqual({ capital: 40000, retained: 20000 })
    expect((await clearOpening(owner, '1')).body.errors).toHaveProperty('date')
  })
  test('V47: the profit is posted to retained earnings; V49: reopening reverses it', async () => {
    expectOk(await owner.post('/invoices', invoiceBody(owner)))
    expectOk(await owner.post('/accounting/journal-entries', await journalBody(owner)))
    expect(await preview(owner, year.id)).toMatchObject({ profit: 750, obstacles: [] })
    expectOk(await status(owner, year.id, 'closed'))
    const closed = ['DEPR C250', 'REV_SRV D1000', 'RETAINED C750']
    expect((await closingLines(owner)).sort()).toEqual(closed.toSorted())
    expect(await snapshotRows(owner)).toBeGreaterThan(0)
    expect((await owner.post('/invoices', invoiceBody(owner))).body.errors).toHaveProperty('invoice_date')
    expect((await status(owner, year.id, 'open')).body.errors).toHaveProperty('reason')
    expectOk(await status(owner, year.id, 'open', 'فاتورة منسية'))
    expect(await snapshotRows(owner)).toBe(0)
    expect((await closingLines(owner)).sort()).toEqual(
      [...closed, 'DEPR D250', 'REV_SRV C1000', 'RETAINED D750'].sort(),
    )
  })
  test('V48: a loss is charged to retained earnings', async () => {
    expectOk(
      await owner.post('/accounting/journal-entries', await journalBody(owner, { lines: await lossLines(owner) })),
    )
    expectOk(await status(owner, year.id, 'under_review'))
    expectOk(await status(owner, year.id, 'closed'))
    expect((await closingLines(owner)).slice(-3)).toEqual(['DEPR C5250', 'RETAINED D4250', 'REV_SRV D1000'])
    const clerk = await clientWith(app, owner, ['update-financialYear'])
    expect((await status(clerk, year.id, 'open', 'x')).body.errors.status).toMatch(/owner/)
    const controller = await clientWith(app, owner, ['update-financialYear', 'reopen-financialYear'])
    expectOk(await status(controller, year.id, 'open', 'x'))
  })
  test('years close the earliest first and reopen the latest first', async () => {
    const last = Number(today().slice(0, 4))
    const previous = expectOk(
      await owner.post('/accounting/financial-years', {
        name: 'x',
        type: 'custom',
        started_at: `${last - 1}-01-01`,
        ended_at: `${last - 1}-12-15`,
      }),
    ).body.data
    expectOk(await status(owner, previous.id, 'open'))
    expectOk(
      await owner.post('/invoices', invoiceBody(owner, { invoice_date: `${last - 1}-12-15`, due_date: today() })),
    )
    expect((await status(owner, year.id, 'closed')).body.errors.status).toMatch(/^Financial year x first/)
    // Under review it is not closed either.
    expectOk(await status(owner, previous.id, 'under_review'))
    const { obstacles } = await preview(owner, year.id)
    expect(obstacles).toMatchObject([{ code: 'year_order', params: { name: 'x', started_at: `${last - 1}-01-01` } }])
    expect((await preview(owner, previous.id)).profit).toBe(1000)
    expectOk(await status(owner, previous.id, 'closed'))
    expectOk(await status(owner, year.id, 'closed'))
    const reopened = await status(owner, previous.id, 'open', 'x')
    expect(reopened.body.errors.status).toContain(`Financial year ${last} first`)
  })
})

async function lossLines(owner: Organization) {
  const { lines } = (await journalBody(owner)) as { lines: { account_id: number }[] }
  const [debit, credit] = lines as [{ account_id: number }, { account_id: number }]
  return [
    { account_id: debit.account_id, debit: 5000 },
    { account_id: credit.account_id, credit: 5000 },
  ]
}

test('name and description of a closed year can change; its dates cannot, and it cannot be deleted', async () => {
  const owner = await createOrganization(app)
  const before = Number(today().slice(0, 4)) - 1
  const year = { name: 'x', type: 'yearly', started_at: `${before}-01-01`, ended_at: `${before}-12-31` }
  const { id } = expectOk(await owner.post('/accounting/financial-years', year)).body.data
  for (const next of ['open', 'closed']) expectOk(await status(owner, id, next))
  const path = `/accounting/financial-years/${id}`
  const named = { ...year, name: 'السنة الأولى', description: 'دُقّقت' }
  expect(expectOk(await owner.post(path, named)).body.data).toMatchObject({ name: 'السنة الأولى', status: 'closed' })
  const moved = { ...named, ended_at: `${before}-12-30` }
  expect((await owner.post(path, moved)).body.errors).toHaveProperty('started_at')
  const gone = await owner.remove(path)
  expect([gone.status, gone.body.message]).toEqual([422, expect.stringContaining('closed')])
})

test('the closing entry and its reversal are in no statement, even if the end of the year moved later', async () => {
  const owner = await createOrganization(app)
  const before = Number(today().slice(0, 4)) - 1
  const year = { name: 'x', type: 'custom', started_at: `${before}-01-01`, ended_at: `${before}-11-30` }
  const { id } = expectOk(await owner.post('/accounting/financial-years', year)).body.data
  expectOk(await status(owner, id, 'open'))
  const entry = await journalBody(owner, { journal_date: `${before}-11-10` })
  const { account_id } = (entry.lines as { account_id: number }[])[0] as { account_id: number }
  expectOk(await owner.post('/accounting/journal-entries', entry))
  for (const next of ['closed', 'open']) expectOk(await status(owner, id, next, 'x'))
  expectOk(await owner.post(`/accounting/financial-years/${id}`, { ...year, ended_at: `${before}-12-31` }))
  const asked = `account_id=${account_id}&from=${before}-01-01&to=${before}-12-31`
  const { rows } = expectOk(await owner.get(`/reports/account-statement?${asked}`)).body.data
  expect(rows.map((row: { figures: { balance: number } }) => row.figures.balance)).toEqual([0, 250, 250])
})

test('a year under review accepts counts and entries of permitted users, and no business documents', async () => {
  const owner = await createOrganization(app)
  const { id } = await currentYear(owner)
  expectOk(await status(owner, id, 'under_review'))
  const count = {
    count_date: today(),
    branch_id: owner.ids.branch,
    lines: [{ product_id: owner.ids.goods, counted: 9 }],
  }
  const clerk = await clientWith(app, owner, ['adjust-stock'])
  expect((await clerk.post('/inventory/counts', count)).body.errors).toHaveProperty('count_date')
  const controller = await clientWith(app, owner, ['adjust-stock', 'post-under-review'])
  const made = expectOk(await controller.post('/inventory/counts', count)).body.data
  // And says in advance who may still correct it.
  const closedTo = async (asking: typeof clerk) =>
    (await asking.get(`/inventory/counts/${made.id}`)).body.data.closed_period
  expect([await closedTo(clerk), await closedTo(controller)]).toEqual(['period_locked', null])
  // And its statements say that they may still change; those of other days do not.
  const notesOf = async (path: string) => (await owner.get(`/reports/${path}`)).body.data.notes
  const said = [{ word: 'notes.year_under_review', params: { name: today().slice(0, 4) } }]
  for (const path of ['trial-balance', 'profit-and-loss', 'balance-sheet', 'cash-flow'])
    expect(await notesOf(path), path).toEqual(said)
  expect(await notesOf(`balance-sheet?to=${Number(today().slice(0, 4)) - 1}-12-31`)).toEqual([])
  // The obstacle is the closed year, not a lock: the solution is to reopen it.
  expect((await owner.post('/invoices', invoiceBody(owner))).body.errors.invoice_date).toContain('reopen the year')
})

describe('period locks', () => {
  test('lock the area of their kind, and can be removed', async () => {
    const owner = await createOrganization(app)
    const save = (locks: object) => owner.post('/accounting/period-locks', locks)
    expect(expectOk(await save({ sales: today() })).body.data).toMatchObject({ sales: today(), all: null })
    expect((await owner.post('/invoices', invoiceBody(owner))).body.errors).toHaveProperty('invoice_date')
    expectOk(await owner.post('/accounting/journal-entries', await journalBody(owner)))
    expectOk(await save({ all: today(), sales: '' }))
    expect((await owner.get('/accounting/period-locks')).body.data).toMatchObject({ sales: null, all: today() })
    expect((await owner.post('/accounting/journal-entries', await journalBody(owner))).status).toBe(422)
    expectOk(await save({ all: null }))
    expectOk(await owner.post('/invoices', invoiceBody(owner)))
    expect((await save({ all: '2026-02-30' })).body.errors).toHaveProperty('all')
  })
})

test('T3: closing against fifty postings: every one is in the closing entry or refused', async () => {
  const owner = await createOrganization(app)
  expectOk(await clearOpening(owner, '0'))
  const year = await currentYear(owner)
  const posts = Array.from({ length: 50 }, () => owner.post('/invoices', invoiceBody(owner)))
  const closed = status(owner, year.id, 'closed')
  const replies = await Promise.all(posts)
  expectOk(await closed)
  const accepted = replies.filter((reply) => reply.status === 200).length
  // A busy server may refuse one for a moment (503), which posts nothing either.
  for (const reply of replies.filter(({ status }) => status !== 200 && status !== 503))
    expect(Object.keys(reply.body.errors)).toEqual(['invoice_date'])
  const moved = (await closingLines(owner)).find((line) => line.startsWith('RETAINED'))
  expect(moved ?? 'RETAINED C0').toBe(`RETAINED C${accepted * 1000}`)
  expect((await owner.post('/invoices', invoiceBody(owner))).status).toBe(422)
})

test('with a VAT number the returns of the year must be filed before closing, unless the owner waives it', async () => {
  const owner = await createOrganization(app)
  expectOk(await clearOpening(owner))
  expectOk(await owner.post('/invoices', invoiceBody(owner)))
  await withSuperuser(app, (client) =>
    client.query("UPDATE organizations SET tax_number = '300000000000003' WHERE organization_id = $1", [
      organizationOf(owner),
    ]),
  )
  const { id } = await currentYear(owner)
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  expect((await preview(owner, id)).obstacles).toMatchObject([
    { code: 'year_vat_not_filed', params: { date: today() } },
  ])
  expect((await status(owner, id, 'closed')).body.errors).toHaveProperty('status')
  expectOk(await owner.post(`/accounting/financial-years/${id}/change-status`, { status: 'closed', waive_vat: true }))
})
