import { type RawBuilder, sql } from 'kysely'
import { type Age, ages, openParts } from '#contract/reports/filters.ts'
import type { SheetInput, SheetRow } from '#contract/reports/sheet.ts'
import { decimal, sum, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import type { RecordedAsOf } from '#server/journal/as-recorded.ts'
import type { ForeignCurrency } from '../framework/report-currency.ts'
import { column, word } from '../framework/sheet.ts'
import { agingBuckets } from './aging-buckets.ts'
import { dueDateAdjustments } from './due-date-as-of.ts'
import { openItemsFromLines, type PartyItemsQuery } from './open-items-from-lines.ts'
import { ofPart } from './open-items-link.ts'

export type OpenDocument = { entry_id: number; due_date: string; remaining: string }
type Day = { to: string; currency: ForeignCurrency | null }
type OpenAmountQuery = Day & { party: { id: number }; openKinds: readonly string[]; known_at?: RecordedAsOf }

/**
 * The part of `document` that was not settled at the end of a day: its total if it existed then, even if it was
 * reversed later, less the relief up to that day. If nothing settled it later, this is what is open now.
 */
export function outstandingAt(organization: number, asked: Day): RawBuilder<unknown> {
  const { to, currency } = asked
  const [total, relief] = currency ? [sql`total`, sql`amount`] : [sql`total_base`, sql`carrying_base`]
  return sql`CASE WHEN document.state = 'posted' AND document.document_date <= ${to}::date AND coalesce(document.last_settled_on <= ${to}::date, true) THEN ${left(asked)}
    ELSE CASE WHEN document.document_date <= ${to}::date AND (document.state = 'posted' OR ${isVoidedAfter(organization, asked)}) THEN document.${total} ELSE 0 END
      - coalesce((SELECT sum(${relief}) FROM allocations AS used
        WHERE used.organization_id = ${organization} AND used.document_id = document.id AND used.allocation_date <= ${to}::date), 0) END`
}

/** The present open amount of `document`. */
export const left = ({ currency }: Pick<Day, 'currency'>) =>
  currency ? sql`document.total - document.settled` : sql`document.total_base - document.settled_base`

/** Whether `document`, which is void now, became void only after the day. */
export const isVoidedAfter = (
  organization: number,
  { to }: Pick<Day, 'to'>,
) => sql`(document.state = 'void' AND EXISTS (SELECT 1 FROM journal_entries AS reversal
  WHERE reversal.organization_id = ${organization} AND reversal.reverses_id = document.entry_id AND reversal.entry_date > ${to}::date))`

export const inCurrency = ({ currency }: Pick<Day, 'currency'>) =>
  currency ? sql`AND document.currency_id = ${currency.id}` : sql``

/**
 * The unsettled amount of `document` at the end of a day, if `entry` posted it and it is a receivable or payable of the
 * party.
 */
export const openItem = (organization: number, asked: OpenAmountQuery): RawBuilder<unknown> => sql`
  CASE WHEN document.kind = entry.source AND document.kind = ANY (${asked.openKinds}::text[]) AND document.entry_id = entry.entry_id
    AND document.party_id = ${asked.party.id} ${inCurrency(asked)} THEN ${outstandingAt(organization, asked)} END`

/** The same as recorded at a moment, for these entries. */
export async function knownItemsOf(
  context: Context,
  asked: PartyItemsQuery,
  entries: readonly number[],
): Promise<Map<number, OpenDocument>> {
  const { rows } = await sql<OpenDocument>`
    SELECT entry_id, due_date, amount AS remaining FROM (${openItemsFromLines(context, asked)}) AS known
    WHERE entry_id = ANY (${entries}::bigint[])`.execute(context.db)
  return new Map(rows.map((row) => [row.entry_id, row]))
}

export type Ages = Record<Age, string | null>

/**
 * The open amount of one party at the end of a day, by ageing bucket: the present open amount, from its index,
 * corrected for later settlements and reversals. Read only if `isAsked` holds.
 */
export function agesOf(context: Context, asked: OpenAmountQuery, isAsked: RawBuilder<unknown>): RawBuilder<unknown> {
  const organization = context.session.organization_id
  const { to, currency, openKinds: kinds, party } = asked
  const isOpen = sql`document.state = 'posted' AND document.settled < document.total AND document.document_date <= ${to}::date`
  const theirs = sql`document.organization_id = ${organization} AND document.party_id = ${party.id} ${inCurrency(asked)}`
  const open = sql.join(
    kinds.map(
      (kind) => sql`
      SELECT document.due_date, ${left(asked)} AS amount FROM documents AS document WHERE ${theirs} AND document.kind = ${kind} AND ${isOpen}`,
    ),
    sql` UNION ALL `,
  )
  // As of today or later, nothing can have been settled afterwards.
  const moved =
    to < context.today
      ? sql`UNION ALL SELECT due_date, amount FROM (${dueDateAdjustments(context, { to, currency, kinds, party: party.id })}) AS moved`
      : sql``
  return sql`
    SELECT ${agingBuckets(to, sql`amount`, sql`due_date`)} FROM (
      ${open}
      UNION ALL
      SELECT document.due_date, ${outstandingAt(organization, asked)} - CASE WHEN ${isOpen} THEN ${left(asked)} ELSE 0 END FROM documents AS document
      WHERE ${theirs} AND document.kind = ANY (${kinds}::text[])
        AND (document.last_settled_on > ${to}::date OR (document.document_date <= ${to}::date AND ${isVoidedAfter(organization, asked)}))
      ${moved}) AS item WHERE ${isAsked}`
}

/** The same as recorded at a moment. */
export const knownAgesOf = (
  context: Context,
  asked: PartyItemsQuery,
  isAsked: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql`SELECT ${agingBuckets(asked.to, sql`amount`, sql`due_date`)} FROM (${openItemsFromLines(context, asked)}) AS item WHERE ${isAsked}`

/**
 * Below a statement: its closing balance by ageing bucket as of that day, less advances. Together they equal the last
 * balance.
 */
export function ageing(open: Ages, to: string, balance: string, link: SheetRow['link']): SheetInput['below'] {
  const title = { ...word('lines.ageing'), code: to }
  const figures = Object.fromEntries(ages.map((age) => [age, text(decimal(open[age] ?? 0))]))
  const advances = decimal(balance).minus(sum(Object.values(figures)))
  const keys = [...openParts, 'total']
  const row: SheetRow = {
    key: 'ageing',
    style: 'total',
    level: 1,
    label: title,
    texts: {},
    figures: { ...figures, advances: text(advances), total: balance },
    link,
  }
  return {
    title,
    columns: keys.map((key) => column(key, 'amount', { query: ofPart(key) })),
    rows: [row],
  }
}
