import { sql } from 'kysely'
import { addDays } from '#ledger/calendar/calendar.ts'
import { type Decimal, decimal, sum } from '#ledger/money.ts'
import { closingKind, openingKind } from '#ledger/statements/segments.ts'
import type { Context } from '#server/core/context.ts'
import { movements } from '../statements/sum-balances.ts'
import { movedBetween, netsTransfers, nettedLines, shownAmounts } from './internal-transfers.ts'
import { correctedEntries } from './same-day-reversals.ts'
import { type Cursor, type Disposals, disposed, lineConditions, type StatementScope } from './statement-scope.ts'

/** `opening` and `carried` are debit − credit: before the range, and before the first row of the page. */
export type StatementSums = { opening: Decimal; carried: Decimal; debit: Decimal; credit: Decimal }
type Part = { segment: number; debit: string; credit: string }

/**
 * The balances and totals around the rows of a page, without reading the rows: whole months come from materialized
 * balances.
 */
export async function sumStatement(
  context: Context,
  scope: StatementScope,
  cursor: Cursor | null,
): Promise<StatementSums> {
  const mark = cursor?.date ?? scope.from
  const cuts = [scope.since, scope.from, mark, addDays(scope.to, 1)]
  // Balances do not know parties; nor which entries were taken back or settled a return, but those are looked up.
  const [shown, hidden, settled, moved, gone, before] = await Promise.all([
    scope.party ? fromLines(context, scope, cuts) : fromBalances(context, scope, cuts),
    scope.hide_corrected && !scope.party ? hiddenPairs(context, scope, cuts) : [],
    scope.without?.includes('vat_settlement') && !scope.party ? settlements(context, scope, cuts) : [],
    netsTransfers(scope) ? transfers(context, scope, cuts) : [],
    scope.disposals && !scope.party ? disposals(context, scope, scope.disposals, cuts) : [],
    cursor ? sumDayUntil(context, scope, cursor) : decimal(0),
  ])
  const parts = [...shown, ...hidden, ...settled, ...moved, ...gone]
  const of = (segment: number, side: 'debit' | 'credit') =>
    sum(parts.filter((part) => part.segment === segment).map((part) => part[side]))
  const opening = of(1, 'debit').minus(of(1, 'credit'))
  return {
    opening,
    carried: opening.plus(of(2, 'debit')).minus(of(2, 'credit')).plus(before),
    debit: of(2, 'debit').plus(of(3, 'debit')),
    credit: of(2, 'credit').plus(of(3, 'credit')),
  }
}

async function fromBalances(context: Context, scope: StatementScope, cuts: string[]): Promise<Part[]> {
  const { branch_id, cost_center_id, disposals: gone } = scope
  const account_ids =
    gone?.are === 'alone' ? scope.account_ids.filter((id) => !gone.depreciation.includes(id)) : scope.account_ids
  // Opening entries within the range that are excluded from it count before it, as in the cash flow.
  const isEarly = sql`day >= ${scope.from}::date AND kind = ${openingKind} AND ${scope.without?.includes('opening') ?? false}`
  const { rows } = await sql<Part>`
    SELECT CASE WHEN ${isEarly} THEN 1 ELSE width_bucket(day, ${cuts}::date[]) END AS segment, sum(debit) AS debit, sum(credit) AS credit
    FROM (${movements(context, { cuts, account_id: account_ids, branch_id, cost_center_id, known_at: scope.known_at })}) AS movement
    WHERE day < ${scope.from}::date OR kind <> ALL (${kindsLeftOut(scope)}::smallint[]) GROUP BY 1`.execute(context.db)
  return rows
}

/** In the form of the materialized balances. */
const kindsLeftOut = ({ with_closing }: StatementScope): number[] => (with_closing ? [] : [closingKind])

/** What accumulated depreciation moved by with assets that went: something to take away, or all that there is of it. A few lines a year. */
async function disposals(context: Context, scope: StatementScope, of: Disposals, cuts: string[]): Promise<Part[]> {
  const organization = context.session.organization_id
  const sign = of.are === 'alone' ? 1 : -1
  const own = of.depreciation.filter((id) => scope.account_ids.includes(id))
  const { rows } = await sql<Part>`
    SELECT width_bucket(line.entry_date, ${cuts}::date[]) AS segment, ${sign}::integer * sum(line.debit) AS debit, ${sign}::integer * sum(line.credit) AS credit
    FROM unnest(${own}::bigint[]) AS own (id)
    CROSS JOIN LATERAL (SELECT * FROM journal_lines AS line WHERE line.organization_id = ${organization} AND line.account_id = own.id
      AND line.entry_date BETWEEN ${scope.since}::date AND ${scope.to}::date
      ${lineConditions(context, { ...scope, disposals: undefined, hide_corrected: false })} OFFSET 0) AS line
    WHERE ${disposed(organization, of)} GROUP BY 1`.execute(context.db)
  return rows
}

/** Amounts moved by returns filed in the range, to be subtracted: a few entries a year. */
async function settlements(context: Context, scope: StatementScope, cuts: string[]): Promise<Part[]> {
  const organization = context.session.organization_id
  const { rows } = await sql<Part>`
    SELECT width_bucket(line.entry_date, ${cuts}::date[]) AS segment, -sum(line.debit) AS debit, -sum(line.credit) AS credit
    FROM journal_entries AS settlement
    JOIN journal_lines AS line ON line.organization_id = ${organization} AND line.entry_id = settlement.id AND line.account_id = ANY (${scope.account_ids}::bigint[])
      ${lineConditions(context, { ...scope, hide_corrected: false, without: undefined })}
    WHERE settlement.organization_id = ${organization} AND settlement.kind = 'vat_settlement'
      AND settlement.entry_date BETWEEN ${scope.from}::date AND ${scope.to}::date GROUP BY 1`.execute(context.db)
  return rows
}

/** Movements between the accounts of the statement itself, to be subtracted. */
async function transfers(context: Context, scope: StatementScope, cuts: string[]): Promise<Part[]> {
  const { rows } = await sql<Part>`
    SELECT width_bucket(day, ${cuts}::date[]) AS segment, -sum(amount) AS debit, -sum(amount) AS credit
    FROM (${movedBetween(context, scope)}) AS moved GROUP BY 1`.execute(context.db)
  return rows
}

/** Amounts of entries that cancel each other on one day, to be subtracted from both sides. */
async function hiddenPairs(context: Context, scope: StatementScope, cuts: string[]): Promise<Part[]> {
  const organization = context.session.organization_id
  const { rows } = await sql<Part>`
    SELECT width_bucket(line.entry_date, ${cuts}::date[]) AS segment, -sum(line.debit) AS debit, -sum(line.credit) AS credit
    FROM (${correctedEntries(organization, scope.known_at, scope)}) AS hidden
    JOIN journal_lines AS line ON line.organization_id = ${organization} AND line.entry_id = hidden.id AND line.account_id = ANY (${scope.account_ids}::bigint[])
      ${lineConditions(context, { ...scope, hide_corrected: false })}
    GROUP BY 1`.execute(context.db)
  return rows
}

async function fromLines(context: Context, scope: StatementScope, cuts: string[]): Promise<Part[]> {
  const { rows } = await sql<Part>`
    SELECT width_bucket(line.entry_date, ${cuts}::date[]) AS segment, sum(line.debit) AS debit, sum(line.credit) AS credit
    FROM journal_lines AS line
    WHERE line.organization_id = ${context.session.organization_id} AND line.account_id = ANY (${scope.account_ids}::bigint[])
      AND line.entry_date <= ${scope.to}::date ${lineConditions(context, scope)}
    GROUP BY 1`.execute(context.db)
  return rows
}

async function sumDayUntil(context: Context, scope: StatementScope, cursor: Cursor): Promise<Decimal> {
  const shown = shownAmounts(context, scope, 'line')
  const { rows } = await sql<{ net: string }>`
    SELECT coalesce(sum(${shown.debit} - ${shown.credit}), 0) AS net FROM journal_lines AS line ${shown.join}
    WHERE line.organization_id = ${context.session.organization_id} AND line.account_id = ANY (${scope.account_ids}::bigint[])
      AND line.entry_date = ${cursor.date}::date AND (line.entry_id, line.line_number) <= (${cursor.entry_id}, ${cursor.line_number}) ${lineConditions(context, scope)} ${nettedLines(context, scope)}`.execute(
    context.db,
  )
  return decimal(rows[0]?.net ?? 0)
}
