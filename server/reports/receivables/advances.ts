import { sql } from 'kysely'
import type { SheetRow } from '#contract/reports/sheet.ts'
import { decimal, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { entryRecordedBy } from '#server/journal/as-recorded.ts'
import { localizedName } from '#server/paging/party-columns.ts'
import { word } from '../framework/sheet.ts'
import { accountBalanceAt, type KnownItemsQuery, type PartyItemsQuery } from './open-items-from-lines.ts'

export type AdvancesQuery = Omit<KnownItemsQuery, 'kinds'> & { party: PartyItemsQuery['party'] | null; advance: number }

/** Advances that were not used at the end of a day, of one party or of all, deducted from what is owed. */
export async function paidAheadOf(context: Context, asked: AdvancesQuery): Promise<string> {
  const { to, known_at, advance, sign, currency, party } = asked
  if (!party && !currency) return text(decimal(await accountBalanceAt(context, to, known_at, [advance])).times(sign))
  const { rows } = await sql<{ amount: string }>`
    SELECT ${sign}::integer * coalesce(sum(${amountIn(asked)}), 0) AS amount
    FROM (${linesOf(context, asked)}) AS line WHERE true ${knownLines(context, asked)}`.execute(context.db)
  return rows[0]?.amount ?? '0'
}

type Ahead = { id: number; name: string; name_en: string | null; amount: string }

/** The same for each party, in the order of their names: so many rows from the first requested one. */
export async function paidAheadRows(
  context: Context,
  asked: AdvancesQuery,
  { offset, limit }: { offset: number; limit: number },
  linkOf: (party: { id: number }) => SheetRow['link'],
): Promise<SheetRow[]> {
  const organization = context.session.organization_id
  const { rows } = await sql<Ahead>`
    WITH ahead AS MATERIALIZED (
      SELECT party_id, ${asked.sign}::integer * sum(${amountIn(asked)}) AS amount FROM (${linesOf(context, asked)}) AS line
      WHERE party_id IS NOT NULL ${knownLines(context, asked)} GROUP BY party_id HAVING sum(${amountIn(asked)}) <> 0)
    SELECT party.id, party.name, party.name_en, ahead.amount FROM ahead
    CROSS JOIN LATERAL (SELECT id, name, name_en FROM parties WHERE organization_id = ${organization} AND id = ahead.party_id OFFSET 0) AS party
    ORDER BY ${localizedName(context, 'party')}, party.id OFFSET ${offset} LIMIT ${limit}`.execute(context.db)
  return rows.map(({ id, name, name_en, amount }) => ({
    key: `advances:${id}`,
    style: 'line',
    level: 1,
    label: word('columns.advances'),
    texts: { party: { name, name_en } },
    figures: { remaining: amount },
    link: linkOf({ id }),
  }))
}

const amountIn = ({ currency }: AdvancesQuery) => (currency ? sql`amount_currency` : sql`debit - credit`)

// The account is read first, so that no plan starts from the lines of all parties.
const linesOf = ({ session }: Context, { advance, to, currency, party }: AdvancesQuery) =>
  sql`SELECT * FROM journal_lines WHERE organization_id = ${session.organization_id} AND account_id = ${advance}
    ${party ? sql`AND party_kind = ${party.kind} AND party_id = ${party.id}` : sql``} AND entry_date <= ${to}::date ${currency ? sql`AND currency_id = ${currency.id}` : sql``} OFFSET 0`

const knownLines = ({ session }: Context, { known_at, to }: AdvancesQuery) =>
  entryRecordedBy(known_at, session.organization_id, { entry_id: sql`entry_id`, day: sql`entry_date`, to })
