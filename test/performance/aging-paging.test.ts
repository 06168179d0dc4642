import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { purchases, type Side, sales } from '#contract/documents/sides.ts'
import { type Age, ages } from '#contract/reports/filters.ts'
import type { SheetRow } from '#contract/reports/sheet.ts'
import { addDays } from '#ledger/calendar/calendar.ts'
import { decimal, text } from '#ledger/money.ts'
import { readConfig } from '#server/config.ts'
import type { Context } from '#server/core/context.ts'
import { inTenant } from '#server/db/tenant/transaction.ts'
import { partyAccounts } from '#server/reports/framework/control-accounts.ts'
import { inAgingBucket } from '#server/reports/receivables/aging-buckets.ts'
import { agedByParty, isReadByParty } from '#server/reports/receivables/aging-by-party.ts'
import { showAged } from '#server/reports/receivables/aging-report.ts'
import { openItemsAsOfPage } from '#server/reports/receivables/open-items-as-of.ts'
import { currentOpenItemsPage } from '#server/reports/receivables/open-items-current.ts'
import { invoice, receipt } from '../../bench/cases.ts'
import { fill } from '../../bench/fill.ts'
import type { Ground } from '../../bench/ground.ts'
import { layGround, signer } from '../../bench/seed-database.ts'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { expectOk } from '../harness/organization.ts'

// For large books a page of the ageing reads only its own parties, and the totals come from the counters by due date.
// It equals a full read to the halala, wherever it begins.

let app: TestApp
let ground: Ground
const keys = [...ages, 'advances', 'total']
const today = new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10)

beforeAll(async () => {
  app = await createTestApp()
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: tmpdir() })
  ground = (await layGround(config, app.roles.app, ['aged']))[0] as Ground
  const superuser = new pg.Client(app.roles.superuser)
  await superuser.connect()
  await fill(superuser, ground, 3000)
  await superuser.query('VACUUM (ANALYZE)')
  await superuser.end()
  const reply = await app.visitor().post('/auth/login', { ...signer('aged'), remember: true })
  const client = app.visitor(expectOk(reply).body.data.token)
  const [owing, , paying] = (await client.get('/customers?per_page=10')).body.data as { id: number }[]
  // One pays in advance, one without open items does, and one has an item that is not due yet.
  const body = { name: 'دافع', type: 'company', status: 'active', country_id: 1, city_id: 1, email: 'ahead@example.sa' }
  const ahead = expectOk(await client.post('/customers', body)).body.data as { id: number }
  for (const { id } of [paying as { id: number }, ahead])
    expectOk(await client.post('/accounting/income-payments', { ...receipt(ground, id, []), amount: 1234.5 }))
  expectOk(
    await client.post('/invoices', {
      ...invoice(ground, owing?.id as number),
      due_date: `${Number(today.slice(0, 4)) + 1}-12-31`,
    }),
  )
})

const inBooks = <Result>(
  language: Context['language'],
  work: (context: Context) => Promise<Result>,
): Promise<Result> => {
  const services = app.app.services
  return inTenant(services.pool, ground.organization, 'snapshot', (db) => {
    const organization = { currency_id: ground.currency }
    const session = { organization_id: ground.organization, organization }
    return work({ db, services, session, today, language } as unknown as Context)
  })
}

test.each([
  ['sales', 'ar', sales],
  ['sales', 'en', sales],
  ['purchases', 'en', purchases],
] satisfies [string, Context['language'], Side][])(
  'a page read party by party equals the page of a full read: %s, %s',
  async (_, language, side) => {
    for (const offset of [0, 7, 40, 5000])
      await inBooks(language, async (context) => {
        expect(await isReadByParty(context, side, today, 25)).toBe(false)
        const sheet = await showAged(side)(context, { after: String(offset) } as never, 25)
        const { advance, retention, sign } = await partyAccounts(context, side)
        const asked = { to: today, advance, retention, sign, offset, limit: 25 }
        const { rows } = await sql<Record<string, string>>`${agedByParty(context, side, asked)}`.execute(context.db)
        const figures = (row: Record<string, string>, prefix = '') => keys.map((key) => Number(row[`${prefix}${key}`]))
        const read = sheet.rows.map(({ key, figures: of }: SheetRow) => [key, keys.map((one) => Number(of[one]))])
        const total = rows[0] ? [['total', figures(rows[0], 'all_')]] : []
        expect([...rows.map((row) => [`party:${row.id}`, figures(row)]), ...total]).toEqual(read)
      })
  },
)

/** Open items from the lines of the control account alone, each with its document's due date. */
const openByLines = (organization: number, to: string, { control, sign }: { control: number; sign: 1 | -1 }) => sql`
  SELECT line.party_id, line.document_id, document.entry_id, document.due_date, ${sign}::integer * sum(line.debit - line.credit) AS amount
  FROM journal_lines AS line JOIN documents AS document ON document.organization_id = ${organization} AND document.id = line.document_id
  WHERE line.organization_id = ${organization} AND line.account_id = ${control} AND line.entry_date <= ${to}::date
  GROUP BY 1, 2, 3, 4 HAVING sum(line.debit - line.credit) <> 0`
const monthsAgo = addDays(today, -100)

test.each([
  ['sales', today, sales],
  ['purchases', today, purchases],
  ['sales', monthsAgo, sales],
  ['purchases', monthsAgo, purchases],
] satisfies [string, string, Side][])(
  'a page of what is open is the page of reading all lines: %s on %s',
  async (_, to, side) => {
    const ofAge = (age: Age) => inAgingBucket(to, age, sql`due_date`)
    for (const isAsked of [
      sql`true`,
      ofAge('not_due'),
      ofAge('days_60'),
      sql`(${ofAge('days_30')}) OR (${ofAge('older')})`,
    ])
      for (const offset of [0, 7, 40, 333])
        await inBooks('ar', async (context) => {
          const accounts = await partyAccounts(context, side)
          const asked = { ...accounts, to, known_at: undefined, currency: null, kinds: side.openKinds }
          const window = { isAsked, offset, limit: 260 }
          const paged =
            to === today
              ? currentOpenItemsPage(context, { side, party: null }, window)
              : openItemsAsOfPage(context, asked, window)
          const [{ rows }, read] = await Promise.all([
            sql<Item>`${paged}`.execute(context.db),
            sql<Item>`SELECT *, sum(amount) OVER () AS whole FROM (${openByLines(ground.organization, to, accounts)}) AS open
              WHERE ${isAsked} ORDER BY due_date, document_id OFFSET ${offset} LIMIT 260`.execute(context.db),
          ])
          expect(rows.map(spelled)).toEqual(read.rows.map(spelled))
          if (offset === 0) expect(rows.length).toBeGreaterThan(5)
        })
  },
)

test.each([
  ['sales', sales],
  ['purchases', purchases],
] satisfies [string, Side][])("a page of one party's open items equals that of a full read: %s", async (_, side) => {
  await inBooks('ar', async (context) => {
    const accounts = await partyAccounts(context, side)
    const byLines = openByLines(ground.organization, today, accounts)
    const parties = await sql<{ id: number }>`
      SELECT party_id AS id FROM (${byLines}) AS open GROUP BY party_id ORDER BY max(due_date) DESC, count(*) DESC LIMIT 5`.execute(
      context.db,
    )
    expect(parties.rows.length).toBe(5)
    for (const party of parties.rows)
      for (const [isAsked, offset] of [
        [sql`true`, 0],
        [sql`true`, 3],
        [sql`(${inAgingBucket(today, 'days_30', sql`due_date`)})`, 0],
        [sql`(${inAgingBucket(today, 'not_due', sql`due_date`)})`, 0],
      ] as const) {
        const [paged, read] = await Promise.all([
          sql<Item>`${currentOpenItemsPage(context, { side, party }, { isAsked, offset, limit: 9 })}`.execute(
            context.db,
          ),
          sql<Item>`SELECT *, sum(amount) OVER () AS whole FROM (${byLines}) AS open
            WHERE party_id = ${party.id} AND ${isAsked} ORDER BY due_date, document_id OFFSET ${offset} LIMIT 9`.execute(
            context.db,
          ),
        ])
        expect(paged.rows.map(spelled)).toEqual(read.rows.map(spelled))
      }
  })
})

type Item = { amount: string; whole: string }
const spelled = (item: Item) => ({ ...item, amount: text(decimal(item.amount)), whole: text(decimal(item.whole)) })
