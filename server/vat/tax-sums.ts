import { type RawBuilder, sql } from 'kysely'
import type { Range } from '#ledger/calendar/calendar.ts'
import { text } from '#ledger/money.ts'
import { creditCarried, type TaxSum, type VatReturn, vatReturn } from '#ledger/statements/vat-return.ts'
import type { Context } from '#server/core/context.ts'
import {
  entriesDelta,
  lastMaterializedDay,
  type RecordedAsOf,
  recordedAfter,
  recordedBy,
} from '#server/journal/as-recorded.ts'
import { openingCredit } from './opening-vat.ts'

/** The return of any days, from the materialized sums of tax rows per day; or as recorded. */
export async function computeReturn(context: Context, range: Range, known_at?: RecordedAsOf): Promise<VatReturn> {
  return vatReturn(await taxSums(context, range, known_at), await carriedInto(context, range, known_at))
}

async function taxSums(context: Context, { from, to }: Range, known_at: RecordedAsOf): Promise<TaxSum[]> {
  const { rows } = await sql<TaxSum>`
    SELECT box, is_adjustment, sum(base) AS base, sum(tax) AS tax FROM (${taxDays(context, { from, to }, known_at)}) AS days
    WHERE organization_id = ${context.session.organization_id} AND day BETWEEN ${from}::date AND ${to}::date
    GROUP BY 1, 2 HAVING sum(row_count) > 0`.execute(context.db)
  return rows
}

/**
 * Rows of `organization_id, day, box, is_adjustment, base, tax, row_count`: materialized; as recorded, with the
 * differences.
 */
export function taxDays({ session }: Context, { from, to }: Range, known_at: RecordedAsOf): RawBuilder<unknown> {
  if (!known_at) return sql`SELECT * FROM daily_tax_totals`
  const organization = session.organization_id
  return sql`
    SELECT organization_id, day, box, is_adjustment, base, tax, row_count FROM daily_tax_totals
    WHERE organization_id = ${organization} AND day BETWEEN ${from}::date AND ${lastMaterializedDay(known_at, to)}::date
    UNION ALL
    SELECT row.organization_id, row.tax_date, row.box, row.is_adjustment, unlike.sign * row.sign * row.base, unlike.sign * row.sign * row.tax, unlike.sign
    FROM (${entriesDelta(organization, known_at, to)}) AS unlike
    CROSS JOIN LATERAL (SELECT * FROM tax_entries WHERE organization_id = ${organization} AND entry_id = unlike.id OFFSET 0) AS row`
}

/** The credit of the previous return. For the first return, the opening credit. */
async function carriedInto(context: Context, { from, to }: Range, known_at: RecordedAsOf): Promise<string> {
  const last = await lastFiled(context, from, known_at)
  return text(last ? creditCarried(last) : (await openingCredit(context, to, known_at)).credit)
}

type LastFiled = { net: string; started_at: string; ended_at: string; is_claimed: boolean }

/**
 * The last return filed before a day: its credit is carried into the next one, unless it was claimed by then. A return that
 * was reversed later counts as filed at that time.
 */
export async function lastFiled(
  context: Context,
  from: string,
  known_at?: RecordedAsOf,
): Promise<LastFiled | undefined> {
  const organization = context.session.organization_id
  const takenBack = sql`UNION ALL
    SELECT net, started_at, ended_at, NULL, filed_at FROM taken_back_returns
    WHERE organization_id = ${organization} ${recordedAfter(known_at, sql`taken_back_at`)}`
  const { rows } = await sql<LastFiled>`
    SELECT net, started_at, ended_at, claimed_at IS NOT NULL ${recordedBy(known_at, sql`claimed_at`)} AS is_claimed FROM (
      SELECT net, started_at, ended_at, claimed_at, filed_at FROM vat_periods WHERE organization_id = ${organization}
      ${known_at ? takenBack : sql``}) AS filed
    WHERE ended_at < ${from}::date ${recordedBy(known_at, sql`filed_at`)} ORDER BY ended_at DESC, filed_at DESC LIMIT 1`.execute(
    context.db,
  )
  return rows[0]
}
