import { type RawBuilder, sql } from 'kysely'
import type { PartyKind } from '#contract/sides.ts'
import { sumAccounts } from '#server/journal/balances-at.ts'
import { entryKnownBy, type KnownAt, knownBy } from '#server/journal/known-at.ts'
import type { Context } from '#server/kit/context.ts'
import { dueDate } from './due-date.ts'
import type { ForeignCurrency } from './foreign-currency.ts'

export type KnownItemsAsked = {
  to: string
  known_at: KnownAt
  control: number
  sign: 1 | -1
  currency: ForeignCurrency | null
  /** The documents that open items. */
  kinds: readonly string[]
  /** Of this party alone. */
  party?: { kind: PartyKind; id: number } | null
}

/**
 * What was open at the end of a day as it was known at a time, as rows of `party_id, document_id, entry_id, due_date,
 * amount`: what a document was then is not kept, but every line of a control account names the item it opens or relieves.
 */
export function knownItems(context: Context, asked: KnownItemsAsked): RawBuilder<unknown> {
  const organization = context.session.organization_id
  const { to, known_at, control, sign, currency, kinds, party } = asked
  const amount = currency ? sql`line.amount_currency` : sql`line.debit - line.credit`
  const inCurrency = currency ? sql`AND currency_id = ${currency.id}` : sql``
  const ofParty = !party ? sql`` : sql`AND party_kind = ${party.kind} AND party_id = ${party.id}`
  const opens = sql`entry.reverses_id IS NULL AND entry.source = ANY (${[...kinds, 'manual']}::text[])`
  return sql`
    SELECT item.party_id, item.document_id, item.entry_id, item.amount,
      ${dueDate(context, asked, sql`item.posted_at`)} AS due_date
    FROM (
      SELECT line.party_id, line.document_id, ${sign}::integer * sum(${amount}) AS amount,
        max(line.entry_id) FILTER (WHERE ${opens}) AS entry_id, max(entry.posted_at) FILTER (WHERE ${opens}) AS posted_at
      FROM (SELECT * FROM journal_lines
        WHERE organization_id = ${organization} AND account_id = ${control} AND entry_date <= ${to}::date ${inCurrency} ${ofParty} OFFSET 0) AS line
      JOIN journal_entries AS entry ON entry.organization_id = ${organization} AND entry.id = line.entry_id ${knownBy(known_at, sql`entry.posted_at`)}
      GROUP BY line.party_id, line.document_id HAVING sum(${amount}) <> 0) AS item
    JOIN documents AS document ON document.organization_id = ${organization} AND document.id = item.document_id`
}

/** What accounts hold together at the end of a day, debit less credit: kept balances do not know when they were posted. */
export async function bookedAt(
  context: Context,
  to: string,
  known_at: KnownAt,
  accounts: readonly number[],
): Promise<string> {
  if (!known_at) return sumAccounts(context, to, accounts)
  const organization = context.session.organization_id
  const { rows } = await sql<{ amount: string }>`
    SELECT coalesce(sum(line.debit - line.credit), 0) AS amount FROM journal_lines AS line
    WHERE line.organization_id = ${organization} AND line.account_id = ANY (${accounts}::bigint[]) AND line.entry_date <= ${to}::date
      ${entryKnownBy(known_at, organization, sql`line.entry_id`)}`.execute(context.db)
  return rows[0]?.amount ?? '0'
}
