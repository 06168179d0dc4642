import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#server/core/context.ts'
import { entryRecordedBy, type RecordedAsOf, recordedBy } from '#server/journal/as-recorded.ts'
import type { ForeignCurrency } from '../framework/report-currency.ts'
import { dueDate } from '../receivables/due-date-as-of.ts'
import { type Ages, openItem } from '../receivables/open-amount-sql.ts'
import { sourceKind, sourceNumbers } from './statement-rows.ts'
import { type Cursor, readCursor } from './statement-scope.ts'

export type Movement = {
  entry_id: number
  entry_date: string
  amount: string
  entry_number: number
  kind: string
  source: string
  source_kind: string | null
  source_id: number | null
  number: string | null
  due_date: string | null
  /** Its open amount at the end, if it opened an item. */
  remaining: string | null
}
export type MovementsQuery = {
  accounts: readonly number[]
  party: { kind: string; id: number }
  openKinds: readonly string[]
  from: string
  to: string
  currency: ForeignCurrency | null
  known_at?: RecordedAsOf
}

const amountOf = ({ currency }: MovementsQuery) => (currency ? sql`sum(amount_currency)` : sql`sum(debit - credit)`)

/** The party's lines, from the index of them; `when` says of which days. */
function linesOf({ session }: Context, asked: MovementsQuery, when: RawBuilder<unknown>): RawBuilder<unknown> {
  const organization = session.organization_id
  const { accounts, party, currency, known_at, to } = asked
  return sql`FROM journal_lines
    WHERE organization_id = ${organization} AND party_kind = ${party.kind} AND party_id = ${party.id} AND ${when}
      AND account_id = ANY (${accounts}::bigint[]) ${currency ? sql`AND currency_id = ${currency.id}` : sql``}
      ${entryRecordedBy(known_at, organization, { entry_id: sql`entry_id`, day: sql`entry_date`, to })}`
}

/**
 * Each entry's effect on the party in the order of a statement, with the entry itself. In a foreign currency only its
 * own amounts count. An entry reversed on its own day is excluded; each is checked by key as it is read, so that a page
 * reads no further than its last row.
 */
function movementsOf(context: Context, asked: MovementsQuery, when: RawBuilder<unknown>): RawBuilder<unknown> {
  const organization = context.session.organization_id
  const own = sql`organization_id = ${organization}`
  return sql`
    SELECT moved.*, entry.entry_number, entry.kind, entry.source, entry.source_id, entry.posted_at
    FROM (SELECT entry_id, entry_date, ${amountOf(asked)} AS amount ${linesOf(context, asked, when)}
      GROUP BY entry_date, entry_id HAVING ${amountOf(asked)} <> 0) AS moved
    CROSS JOIN LATERAL (SELECT * FROM journal_entries WHERE ${own} AND id = moved.entry_id OFFSET 0) AS entry
    WHERE CASE
      WHEN EXISTS (SELECT 1 FROM journal_entries AS pair
        WHERE pair.${own} AND pair.reverses_id = moved.entry_id AND pair.entry_date = moved.entry_date ${recordedBy(asked.known_at, sql`pair.posted_at`)})
      THEN false
      WHEN entry.reverses_id IS NULL THEN true
      ELSE moved.entry_date IS DISTINCT FROM (SELECT pair.entry_date FROM journal_entries AS pair WHERE pair.${own} AND pair.id = entry.reverses_id) END`
}

type Page = {
  after: string | undefined
  limit: number
  /** The open items at the end by age, if a condition holds. */
  ages: (isAsked: RawBuilder<unknown>) => RawBuilder<unknown>
}

/** A page of the movements and the balance before its first; of the last page also how old what is open is. */
export async function readMovements(
  context: Context,
  asked: MovementsQuery,
  { after, limit, ages }: Page,
): Promise<{ found: Movement[]; next: Movement | null; before: string; open: Ages }> {
  const { db, session } = context
  const organization = session.organization_id
  const cursor = after ? readCursor(after) : null
  const start = cursor?.date ?? asked.from
  const { rows } = await sql<{ before: string } & Ages & Movement>`
    WITH page AS MATERIALIZED (
      SELECT * FROM (${movementsOf(context, asked, sql`entry_date BETWEEN ${start}::date AND ${asked.to}::date`)}) AS movements
      ${cursor ? sql`WHERE (entry_date, entry_id) > (${cursor.date}::date, ${cursor.entry_id}::bigint)` : sql``}
      ORDER BY entry_date, entry_id LIMIT ${limit + 1})
    SELECT begun.before, open.*, entry.*, ${dueDate(context, asked, sql`entry.posted_at`)} AS due_date,
      ${asked.known_at ? sql`NULL` : openItem(organization, asked)} AS remaining, coalesce(document.number, payment.number, manual.number) AS number, ${sourceKind} AS source_kind
    FROM (SELECT coalesce((SELECT ${amountOf(asked)} ${linesOf(context, asked, sql`entry_date < ${start}::date`)}), 0) ${earlierOf(context, asked, cursor)} AS before) AS begun
    CROSS JOIN (${ages(sql`(SELECT count(*) FROM page) <= ${limit}`)}) AS open
    LEFT JOIN page AS entry ON true
    ${sourceNumbers(organization)}
    ORDER BY entry.entry_date, entry.entry_id`.execute(db)
  // These are in every row, and alone if the page has no rows.
  const first = rows[0] as { before: string } & Ages
  const found = rows.filter(({ entry_id }) => entry_id !== null)
  const next = found.length > limit ? (found[limit - 1] as Movement) : null
  return { found: found.slice(0, limit), next, before: first.before, open: first }
}

/** The part of this page's first day that earlier pages showed. */
function earlierOf(context: Context, asked: MovementsQuery, cursor: Cursor | null): RawBuilder<unknown> {
  if (!cursor) return sql``
  const onDay = movementsOf(context, asked, sql`entry_date = ${cursor.date}::date`)
  return sql`+ coalesce((SELECT sum(amount) FROM (${onDay}) AS movements WHERE entry_id <= ${cursor.entry_id}::bigint), 0)`
}

export type MovementSums = { debit: string; credit: string }

/** The totals of all movements in the range. */
export async function sumMovements(context: Context, asked: MovementsQuery): Promise<MovementSums> {
  const within = sql`entry_date BETWEEN ${asked.from}::date AND ${asked.to}::date`
  const { rows } = await sql<MovementSums>`
    SELECT coalesce(sum(amount) FILTER (WHERE amount > 0), 0) AS debit, coalesce(-sum(amount) FILTER (WHERE amount < 0), 0) AS credit
    FROM (${movementsOf(context, asked, within)}) AS movements`.execute(context.db)
  return rows[0] as MovementSums
}

/** The foreign currencies in which anything passed between us and the party; most organisations' accounts hold none, which their balances tell. */
export async function currenciesOf(
  { db, session }: Context,
  { accounts, party, to, known_at }: MovementsQuery,
): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    SELECT DISTINCT currency.code FROM journal_lines AS line JOIN currencies AS currency ON currency.id = line.currency_id
    WHERE EXISTS (SELECT 1 FROM monthly_balances WHERE organization_id = ${session.organization_id} AND account_id = ANY (${accounts}::bigint[])
        AND currency_id <> ${session.organization.currency_id})
      AND line.organization_id = ${session.organization_id} AND line.party_kind = ${party.kind} AND line.party_id = ${party.id}
      AND line.entry_date <= ${to}::date AND line.account_id = ANY (${accounts}::bigint[]) AND line.currency_id <> ${session.organization.currency_id}
      ${entryRecordedBy(known_at, session.organization_id, { entry_id: sql`line.entry_id`, day: sql`line.entry_date`, to })}
    ORDER BY currency.code`.execute(db)
  return rows.map(({ code }) => code)
}
