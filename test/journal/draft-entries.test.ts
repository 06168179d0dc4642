import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { journalBody } from '../harness/bodies.ts'
import { createOrganization, expectOk, idOf, type Organization, today } from '../harness/organization.ts'
import { withSuperuser } from '../harness/role.ts'

// A journal entry may be put aside before it is posted (accounting rule 1.5): no book, balance or report knows of it.

type Body = Record<string, unknown>
let app: TestApp
let owner: Organization
const path = '/accounting/journal-entries'
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  owner = await createOrganization(app)
})
const post = async (to: string, body: Body) => expectOk(await owner.post(to, body)).body.data
const draft = async (change: Body = {}) => post(path, await journalBody(owner, { status: 'draft', ...change }))
const listed = async (query = '') => expectOk(await owner.get(`${path}?${query}`)).body
const posted = async () => {
  const id = Number(owner.token?.split('.')[0])
  const sql = `SELECT (SELECT count(*) FROM journal_entries WHERE organization_id = $1 AND kind = 'manual')::int AS entries,
    (SELECT next_number FROM number_series WHERE organization_id = $1 AND kind = 'manual')::int AS next`
  return withSuperuser(app, async (client) => (await client.query(sql, [id])).rows[0])
}

test('takes no number, no entry and no figure until it is posted', async () => {
  const sheet = async () => expectOk(await owner.get('/reports/trial-balance')).body.data.rows
  const before = await sheet()
  const { id, journal_number, status, version } = await draft({
    journal_number: 'JV-2026-000001',
    proposed_number: 'JV-2026-000001',
  })
  expect({ journal_number, status }).toEqual({ journal_number: `DRAFT-${id}`, status: 'draft' })
  expect(await posted()).toEqual({ entries: 0, next: null })
  expect(await sheet()).toEqual(before)
  const entry = await post(`${path}/${id}/post`, { version })
  expect(entry).toMatchObject({ status: 'posted', journal_number: `JV-${today().slice(0, 4)}-000001`, amount: 250 })
  expect(await posted()).toEqual({ entries: 1, next: 2 })
  expect(await sheet()).not.toEqual(before)
})
test('may be out of balance and of a day without a year, but is posted only without either', async () => {
  const { lines } = await journalBody(owner)
  const [debit, credit] = lines as Body[]
  const { id, amount } = await draft({ lines: [debit, { ...credit, credit: 90 }], journal_date: '2031-05-01' })
  expect(amount).toBe(250)
  expect((await owner.post(`${path}/${id}/post`, {})).body.errors).toHaveProperty('lines')
  await post(`${path}/${id}`, await journalBody(owner, { status: 'draft', journal_date: '2031-05-01' }))
  expect((await owner.post(`${path}/${id}/post`, {})).body.errors).toHaveProperty('journal_date')
  const saved = await post(`${path}/${id}`, await journalBody(owner, { status: 'posted' }))
  expect(saved).toMatchObject({ id, status: 'posted', revision: 1 })
})
test('everything else about it is as it will have to be', async () => {
  const { lines } = await journalBody(owner)
  const [debit, credit] = lines as Body[]
  const body = await journalBody(owner, { status: 'draft', lines: [{ ...debit, account_id: 999999 }, credit] })
  expect((await owner.post(path, body)).body.errors).toHaveProperty(['lines.0.account_id'])
  const main = await idOf(
    owner.post('/accounting/cost-centers', { number: '9', name: 'م', name_en: 'M', type: 'main', status: 'active' }),
  )
  const centered = await journalBody(owner, { status: 'draft', lines: [{ ...debit, cost_center_id: main }, credit] })
  expect((await owner.post(path, centered)).body.errors['lines.0.cost_center_id']).toMatch(/sub cost center/)
})
test('is deleted for good, and a posted entry never becomes a draft', async () => {
  const { id } = await draft()
  expectOk(await owner.remove(`${path}/${id}`))
  expect((await owner.get(`${path}/${id}`)).status).toBe(404)
  const entry = await post(path, await journalBody(owner))
  const body = await journalBody(owner, { status: 'draft', journal_number: entry.journal_number })
  expect((await owner.post(`${path}/${entry.id}`, body)).body.errors).toHaveProperty('status')
  expect((await owner.post(`${path}/${entry.id}/post`, {})).body.errors).toHaveProperty('status')
  expect((await owner.post(`${path}/${(await draft()).id}/reverse`, { date: today(), reason: 'x' })).status).toBe(422)
})
test('the list distinguishes drafts', async () => {
  const waiting = await draft({ description: 'قيد مؤجل' })
  const entry = await post(path, await journalBody(owner))
  const reversed = await post(path, await journalBody(owner))
  await post(`${path}/${reversed.id}/reverse`, { date: today(), reason: 'خطأ' })
  const gone = await post(path, await journalBody(owner))
  expectOk(await owner.remove(`${path}/${gone.id}`))
  const ids = async (query: string) => {
    const { data, meta } = await listed(query)
    expect(meta.total).toBe(data.length)
    return data.map((row: Body) => row.id).sort()
  }
  expect(await ids('status=draft')).toEqual([waiting.id])
  expect(await ids('status=posted')).toEqual([entry.id])
  expect(await ids('status=reversed')).toEqual([reversed.id])
  expect(await ids('status=void')).toEqual([gone.id])
  expect(await ids('with_void=1')).toEqual([waiting.id, entry.id, reversed.id, gone.id].sort())
  expect(await ids('')).toEqual([waiting.id, entry.id, reversed.id].sort())
  expect(await ids(`keyword=${encodeURIComponent('مؤجل')}`)).toEqual([waiting.id])
})
test('a typed number is reserved for its draft, and refused to a second one', async () => {
  const mine = await draft({ journal_number: 'MAN-7' })
  expect(mine.journal_number).toBe('MAN-7')
  expect(
    (await owner.post(path, await journalBody(owner, { status: 'draft', journal_number: 'MAN-7' }))).body.errors,
  ).toHaveProperty('journal_number')
  expect(await post(`${path}/${mine.id}/post`, {})).toMatchObject({ journal_number: 'MAN-7', status: 'posted' })
})
test('concurrent postings of a draft post it once', async () => {
  const { id } = await draft()
  const replies = await Promise.all([1, 2, 3].map(() => owner.post(`${path}/${id}/post`, {})))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 422, 422])
  expect((await posted()).entries).toBe(1)
})
test('the year cannot close while it exists, and the refusal names it', async () => {
  const { data } = (await owner.get('/accounting/financial-years')).body
  const { id, journal_number } = await draft({ journal_date: data[0].ended_at })
  const closing = expectOk(await owner.get(`/accounting/financial-years/${data[0].id}/closing`)).body.data
  expect(closing.obstacles.map((one: Body) => one.code)).toContain('year_has_draft_entries')
  expect(closing.drafts).toMatchObject([{ id, kind: 'journal_entry', number: journal_number }])
})
