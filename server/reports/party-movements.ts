import { type RawBuilder, sql } from 'kysely'
import { entryKnownBy, type KnownAt, knownBy } from '#server/journal/known-at.ts'
import type { Context } from '#server/kit/context.ts'
import { dueDate } from './due-date.ts'
import type { ForeignCurrency } from './foreign-currency.ts'
import { beside, sourceNumbers } from './statement-rows.ts'
import { readCursor } from './statement-scope.ts'

export type Movement = {
  entry_id: number
  entry_date: string
  amount: string
  running: string
  entry_number: number
  kind: string
  source: string
  source_id: number | null
  number: string | null
  due_date: string | null
}
export type MovementsAsked = {
  accounts: readonly number[]
  party: { kind: string; id: number }
  to: string
  currency: ForeignCurrency | null
  known_at?: KnownAt
}

/**
 * Each entry's effect on the party, with the balance after it. In a foreign currency only what was done in it counts, in
 * its own amounts. An entry that was taken back on its own day is nothing between the two.
 */
function movementsOf({ session }: Context, asked: MovementsAsked): RawBuilder<unknown> {
  const organization = session.organization_id
  const { accounts, party, to, currency, known_at } = asked
  const amount = currency ? sql`sum(amount_currency)` : sql`sum(debit - credit)`
  const inCurrency = currency ? sql`AND currency_id = ${currency.id}` : sql``
  return sql`
    moved AS (
      SELECT entry_id, entry_date, ${amount} AS amount FROM journal_lines
      WHERE organization_id = ${organization} AND party_kind = ${party.kind} AND party_id = ${party.id} AND entry_date <= ${to}::date
        AND account_id = ANY (${accounts}::bigint[]) ${inCurrency} ${entryKnownBy(known_at, organization, sql`journal_lines.entry_id`)}
      GROUP BY entry_id, entry_date HAVING ${amount} <> 0),
    movements AS MATERIALIZED (
      SELECT moved.*, sum(amount) OVER (ORDER BY entry_date, entry_id) AS running FROM moved
      WHERE NOT EXISTS (SELECT 1 FROM journal_entries AS pair
        WHERE pair.organization_id = ${organization} AND pair.reverses_id = moved.entry_id AND pair.entry_date = moved.entry_date
          ${knownBy(known_at, sql`pair.posted_at`)})
      AND NOT EXISTS (SELECT 1 FROM journal_entries AS own
        JOIN journal_entries AS pair ON pair.organization_id = ${organization} AND pair.entry_date = own.entry_date AND pair.id = own.reverses_id
        WHERE own.organization_id = ${organization} AND own.id = moved.entry_id AND own.reverses_id IS NOT NULL))`
}

type Page = { from: string; after: string | undefined; limit: number }
export type MovementSums = { opening: string; debit: string; credit: string; closing: string }

/** A page of the movements and what all of them come to, from one reading. */
export async function readMovements(
  context: Context,
  asked: MovementsAsked,
  page: Page,
): Promise<{ found: Movement[]; sums: MovementSums }> {
  const { db, session } = context
  const organization = session.organization_id
  const cursor = page.after ? readCursor(page.after) : null
  const { rows } = await sql<MovementSums & Movement>`
    WITH ${movementsOf(context, asked)},
    sums AS (
      SELECT coalesce(sum(amount) FILTER (WHERE entry_date < ${page.from}::date), 0) AS opening,
        coalesce(sum(amount) FILTER (WHERE entry_date >= ${page.from}::date AND amount > 0), 0) AS debit,
        coalesce(-sum(amount) FILTER (WHERE entry_date >= ${page.from}::date AND amount < 0), 0) AS credit,
        coalesce(sum(amount), 0) AS closing
      FROM movements),
    page AS MATERIALIZED (
      SELECT * FROM movements WHERE entry_date >= ${page.from}::date
        AND (entry_date, entry_id) > (${cursor?.date ?? '0001-01-01'}::date, ${cursor?.entry_id ?? 0}::bigint)
      ORDER BY entry_date, entry_id LIMIT ${page.limit})
    SELECT sums.*, page.*, entry.entry_number, entry.kind, entry.source, entry.source_id, ${dueDate(context, asked, sql`entry.posted_at`)} AS due_date,
      coalesce(document.number, payment.number, manual.number) AS number
    FROM sums LEFT JOIN page ON true
    ${beside('journal_entries', 'entry', organization, sql`page.entry_id`)}
    ${sourceNumbers(organization)}
    ORDER BY page.entry_date, page.entry_id`.execute(db)
  // The sums stand beside each row, and alone where the page has none.
  return { found: rows.filter(({ entry_id }) => entry_id !== null), sums: rows[0] as MovementSums }
}

/** The foreign currencies in which anything passed between us and the party. */
export async function currenciesOf(
  { db, session }: Context,
  { accounts, party, to, known_at }: MovementsAsked,
): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    SELECT DISTINCT currency.code FROM journal_lines AS line JOIN currencies AS currency ON currency.id = line.currency_id
    WHERE line.organization_id = ${session.organization_id} AND line.party_kind = ${party.kind} AND line.party_id = ${party.id}
      AND line.entry_date <= ${to}::date AND line.account_id = ANY (${accounts}::bigint[]) AND line.currency_id <> ${session.organization.currency_id}
      ${entryKnownBy(known_at, session.organization_id, sql`line.entry_id`)}
    ORDER BY currency.code`.execute(db)
  return rows.map(({ code }) => code)
}
