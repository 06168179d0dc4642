import { type RawBuilder, sql } from 'kysely'
import type { Without } from '#contract/reports/filters.ts'
import type { Range } from '#ledger/calendar/calendar.ts'
import type { Context } from '#server/core/context.ts'
import { entryRecordedBy, type RecordedAsOf } from '#server/journal/as-recorded.ts'
import { filtersOf } from '../statements/sum-balances.ts'
import { correctedPairs } from './same-day-reversals.ts'

/** Which lines a statement shows. */
export type StatementScope = {
  /** The posting accounts. */
  account_ids: readonly number[]
  from: string
  to: string
  /** From when balances count: the start of the year for income and expense. */
  since: string
  branch_id?: readonly number[] | undefined
  cost_center_id?: readonly number[] | undefined
  party: { id: number; kind: string } | null
  /** With the closing entries of years, which are on the last day. */
  with_closing: boolean
  hide_corrected: boolean
  /** Kinds of entries that are left out of the range. */
  without?: readonly Without[] | undefined
  disposals?: Disposals | undefined
  known_at?: RecordedAsOf
}
/** Movements of accumulated depreciation together with the assets: excluded, or the only ones shown. */
export type Disposals = { depreciation: readonly number[]; investing: readonly number[]; are: 'left_out' | 'alone' }
/** The place of a row in a statement: everything after it follows on the next page. */
export type Cursor = { date: string; entry_id: number; line_number: number }

export const spellCursor = ({ date, entry_id, line_number }: Cursor): string => `${date}.${entry_id}.${line_number}`
export function readCursor(text: string): Cursor {
  const [date, entry_id, line_number] = text.split('.') as [string, string, string]
  return { date, entry_id: Number(entry_id), line_number: Number(line_number) }
}

/** Conditions on a line of the range, in addition to its account and dates. */
export function lineConditions({ session }: Context, scope: StatementScope): RawBuilder<unknown> {
  const party = scope.party
    ? sql`AND line.party_kind = ${scope.party.kind} AND line.party_id = ${scope.party.id}`
    : sql``
  const leftOut = scope.with_closing
    ? sql``
    : sql`AND line.entry_id <> ALL (ARRAY (${closingEntries(session.organization_id, scope)}))`
  const corrected = scope.hide_corrected
    ? sql`AND NOT EXISTS (${correctedPairs(session.organization_id, scope.known_at)} AND (pair.id = line.entry_id OR pair.reverses_id = line.entry_id))`
    : sql``
  const without = scope.without
    ? sql`AND NOT (line.entry_date >= ${scope.from}::date AND (SELECT kind FROM journal_entries AS entry
        WHERE entry.organization_id = ${session.organization_id} AND entry.id = line.entry_id) = ANY (${scope.without}::text[]))`
    : sql``
  const known = entryRecordedBy(scope.known_at, session.organization_id, {
    entry_id: sql`line.entry_id`,
    day: sql`line.entry_date`,
    to: scope.to,
  })
  return sql`${filtersOf(scope)} ${party} ${leftOut} ${without} ${corrected} ${known} ${disposalsOf(session.organization_id, scope)}`
}

function disposalsOf(organization: number, { disposals }: StatementScope): RawBuilder<unknown> {
  if (!disposals) return sql``
  const isDepreciation = sql`line.account_id = ANY (${disposals.depreciation}::bigint[])`
  const isDisposal = disposed(organization, disposals)
  return disposals.are === 'alone'
    ? sql`AND (NOT ${isDepreciation} OR ${isDisposal})`
    : sql`AND NOT (${isDepreciation} AND ${isDisposal})`
}

/** Whether a line is in an entry with an investing asset. Opening entries are no disposals. */
export const disposed = (organization: number, { investing }: Disposals): RawBuilder<unknown> => sql`
  EXISTS (SELECT 1 FROM journal_entries AS disposal
    JOIN journal_lines AS asset ON asset.organization_id = ${organization} AND asset.entry_id = disposal.id AND asset.account_id = ANY (${investing}::bigint[])
    WHERE disposal.organization_id = ${organization} AND disposal.id = line.entry_id AND disposal.kind NOT IN ('opening', 'closing'))`

/** The entries that closed or reopened a year within a range: few, for any end of their years. */
const closingEntries = (organization: number, { from, to }: Range) => sql`
  SELECT entry.id FROM journal_entries AS entry
  WHERE entry.organization_id = ${organization} AND entry.kind = 'closing' AND entry.entry_date BETWEEN ${from}::date AND ${to}::date`
