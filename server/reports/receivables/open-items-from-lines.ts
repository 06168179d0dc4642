import { type RawBuilder, sql } from 'kysely'
import type { PartyKind } from '#contract/documents/sides.ts'
import { addDays } from '#ledger/calendar/calendar.ts'
import type { Context } from '#server/core/context.ts'
import { entryRecordedBy, linesDelta, type RecordedAsOf } from '#server/journal/as-recorded.ts'
import type { ForeignCurrency } from '../framework/report-currency.ts'
import { movements } from '../statements/sum-balances.ts'
import { dueDate } from './due-date-as-of.ts'

export type KnownItemsQuery = {
  to: string
  known_at: RecordedAsOf
  control: number
  sign: 1 | -1
  currency: ForeignCurrency | null
  /** The kinds of documents that create open items. */
  kinds: readonly string[]
}
export type PartyItemsQuery = KnownItemsQuery & { party: { kind: PartyKind; id: number } }

/**
 * Open items of a party as of a day, optionally as recorded, as rows of `party_id, document_id, entry_id, due_date,
 * amount`, from the party's lines: every line of a control account names the item it opens or settles.
 */
export function openItemsFromLines(context: Context, asked: PartyItemsQuery): RawBuilder<unknown> {
  const { party } = asked
  return itemsOfLines(
    context,
    asked,
    sql`SELECT * FROM journal_lines WHERE organization_id = ${context.session.organization_id} AND ${wantedLines(context, asked)}
      AND party_kind = ${party.kind} AND party_id = ${party.id}`,
  )
}

/** The ids of the documents whose stored state differs from what was recorded. */
export const itemsChangedSince = (
  organization: number,
  { known_at, to, control }: KnownItemsQuery & { known_at: string },
) =>
  sql`SELECT DISTINCT document_id AS id FROM (${linesDelta(organization, known_at, to, sql`AND account_id = ${control}`)}) AS line`

export const listedTouched = sql`SELECT id FROM touched`

/** The items of the documents in `touched`, from all their lines. */
export const restatedItems = (context: Context, asked: KnownItemsQuery): RawBuilder<unknown> =>
  itemsOfLines(
    context,
    asked,
    sql`SELECT line.* FROM touched CROSS JOIN LATERAL (SELECT * FROM journal_lines
      WHERE organization_id = ${context.session.organization_id} AND document_id = touched.id AND ${wantedLines(context, asked)} OFFSET 0) AS line`,
  )

/** Conditions on a line: its account, its latest date, and its latest recording time. */
function wantedLines({ session }: Context, { to, known_at, control, currency }: KnownItemsQuery): RawBuilder<unknown> {
  const inCurrency = currency ? sql`AND currency_id = ${currency.id}` : sql``
  const known = entryRecordedBy(known_at, session.organization_id, {
    entry_id: sql`entry_id`,
    day: sql`entry_date`,
    to,
  })
  return sql`account_id = ${control} AND entry_date <= ${to}::date ${inCurrency} ${known}`
}

function itemsOfLines(context: Context, asked: KnownItemsQuery, lines: RawBuilder<unknown>): RawBuilder<unknown> {
  const organization = context.session.organization_id
  const { sign, currency, kinds } = asked
  const amount = currency ? sql`line.amount_currency` : sql`line.debit - line.credit`
  const opens = sql`entry.reverses_id IS NULL AND entry.source = ANY (${[...kinds, 'manual']}::text[])`
  return sql`
    SELECT item.party_id, item.document_id, coalesce(item.entry_id, document.entry_id) AS entry_id, item.amount,
      ${dueDate(context, asked, sql`item.posted_at`)} AS due_date
    FROM (
      SELECT line.party_id, line.document_id, ${sign}::integer * sum(${amount}) AS amount,
        max(line.entry_id) FILTER (WHERE ${opens}) AS entry_id, max(entry.posted_at) FILTER (WHERE ${opens}) AS posted_at
      FROM (${lines} OFFSET 0) AS line
      CROSS JOIN LATERAL (SELECT reverses_id, source, posted_at FROM journal_entries
        WHERE organization_id = ${organization} AND id = line.entry_id OFFSET 0) AS entry
      GROUP BY line.party_id, line.document_id HAVING sum(${amount}) <> 0) AS item
    CROSS JOIN LATERAL (SELECT id, due_date, entry_id FROM documents WHERE organization_id = ${organization} AND id = item.document_id OFFSET 0) AS document`
}

/** The balance of accounts together at the end of a day, debit less credit. */
export async function accountBalanceAt(
  context: Context,
  to: string,
  known_at: RecordedAsOf,
  account_id: readonly number[],
): Promise<string> {
  const { rows } = await sql<{ amount: string }>`
    SELECT coalesce(sum(debit - credit), 0) AS amount
    FROM (${movements(context, { cuts: [addDays(to, 1)], account_id, known_at })}) AS movement`.execute(context.db)
  return rows[0]?.amount ?? '0'
}
