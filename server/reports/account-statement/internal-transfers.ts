import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#server/core/context.ts'
import { filtersOf } from '../statements/sum-balances.ts'
import { lineConditions, type StatementScope } from './statement-scope.ts'

/**
 * Money that a manual entry moves between accounts of one statement is neither received nor paid: if a figure excludes
 * such transfers, the entry counts with its net effect, such as the fee of a transfer, in its first line on that side.
 * A party has no such accounts.
 */
export const netsTransfers = ({ without, party }: Pick<StatementScope, 'without' | 'party'>): boolean =>
  party === null && (without?.includes('own_transfer') ?? false)

/** What each such entry of the range moved to and fro, as rows of `day, amount`: few entries, and each is known beforehand. */
export function movedBetween(context: Context, scope: StatementScope): RawBuilder<unknown> {
  const organization = context.session.organization_id
  return sql`
    SELECT transfer.entry_date AS day, least(sum(line.debit), sum(line.credit)) AS amount
    FROM (SELECT entry_id, entry_date FROM manual_transfer_candidates
      WHERE organization_id = ${organization} AND entry_date BETWEEN ${scope.from}::date AND ${scope.to}::date OFFSET 0) AS transfer
    CROSS JOIN LATERAL (SELECT * FROM journal_lines AS line
      WHERE line.organization_id = ${organization} AND line.entry_id = transfer.entry_id AND line.account_id = ANY (${scope.account_ids}::bigint[])
        ${lineConditions(context, { ...scope, without: undefined })} OFFSET 0) AS line
    GROUP BY transfer.entry_date, transfer.entry_id`
}

/** Conditions that leave one line of such an entry, or none if no cash came in or went out. */
export function nettedLines({ session }: Context, scope: StatementScope): RawBuilder<unknown> {
  if (!netsTransfers(scope)) return sql``
  const organization = session.organization_id
  return sql`AND NOT EXISTS (SELECT FROM ${transferOf(organization, sql`line`)} AS transfer
    CROSS JOIN LATERAL (${movedBy(organization, scope)}) AS moved
    WHERE line.entry_date >= ${scope.from}::date AND moved.debit > 0 AND moved.credit > 0
      AND line.line_number IS DISTINCT FROM CASE WHEN moved.debit > moved.credit THEN moved.debited WHEN moved.debit < moved.credit THEN moved.credited END)`
}

/** The amounts of a line: its own, or those of its entry. `join` follows the table that `of` is a line of. */
export function shownAmounts({ session }: Context, scope: StatementScope, of: 'line' | 'page') {
  const line = (column: string) => sql.ref(`${of}.${column}`)
  if (!netsTransfers(scope)) return { join: sql``, debit: line('debit'), credit: line('credit') }
  const organization = session.organization_id
  return {
    join: sql`LEFT JOIN LATERAL (
      SELECT moved.debit - moved.credit AS net FROM ${transferOf(organization, sql.ref(of))} AS transfer
      CROSS JOIN LATERAL (${movedBy(organization, scope)}) AS moved
      WHERE ${line('entry_date')} >= ${scope.from}::date AND moved.debit > 0 AND moved.credit > 0 OFFSET 0) AS transfer ON true`,
    debit: sql`CASE WHEN transfer.net IS NULL THEN ${line('debit')} ELSE greatest(transfer.net, 0) END`,
    credit: sql`CASE WHEN transfer.net IS NULL THEN ${line('credit')} ELSE greatest(-transfer.net, 0) END`,
  }
}

/** The entry of a line where it is such a transfer: looked up line by line, for the few of a page. */
const transferOf = (organization: number, line: RawBuilder<unknown>) => sql`(
  SELECT own.entry_id FROM manual_transfer_candidates AS own
  WHERE own.organization_id = ${organization} AND own.entry_date = ${line}.entry_date AND own.entry_id = ${line}.entry_id OFFSET 0)`

const movedBy = (organization: number, scope: StatementScope) => sql`
  SELECT sum(line.debit) AS debit, sum(line.credit) AS credit,
    min(line.line_number) FILTER (WHERE line.debit > 0) AS debited, min(line.line_number) FILTER (WHERE line.credit > 0) AS credited
  FROM journal_lines AS line
  WHERE line.organization_id = ${organization} AND line.entry_id = transfer.entry_id AND line.account_id = ANY (${scope.account_ids}::bigint[])
    ${filtersOf(scope)}`
