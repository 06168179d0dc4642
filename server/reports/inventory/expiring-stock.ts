import type { z } from 'zod'
import { expiryDays } from '#contract/lots/lots.ts'
import { reportPermission } from '#contract/reports/report-index.ts'
import type { reports } from '#contract/reports/reports.ts'
import type { SheetInput } from '#contract/reports/sheet.ts'
import { addDays, daysBetween } from '#ledger/calendar/calendar.ts'
import { type Decimal, sum } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { column, sheetOf, withLeadingColumns } from '../framework/sheet.ts'
import { lotColumns, lotRow, totalOfLots } from './stock-by-lot.ts'
import { type ValuedLot, valuedLots } from './valued-lots.ts'

type Query = z.output<(typeof reports.expiringStock)['calls']['show']['query']>

/** What of today's stock expires until the end of a day, the earliest first, with its share of the value; thirty days where no day is asked. */
export async function showExpiringStock(context: Context, query: Query): Promise<SheetInput> {
  const to = query.to ?? addDays(context.today, expiryDays)
  const lots = expiringUntil(await valuedLots(context, context.today), to)
  const rows = lots.map((lot) => {
    const days = String(daysBetween(context.today, lot.expires_on))
    const row = lotRow(lot)
    return { ...row, level: 1, figures: { ...row.figures, days } }
  })
  return sheetOf({ to }, columns, rows.length === 0 ? [] : [...rows, totalOfLots(lots)])
}

const columns = withLeadingColumns(
  ['quantity', 'value'],
  lotColumns.flatMap((one) => (one.key === 'expires_on' ? [one, column('days', 'count')] : [one])),
)

const expiringUntil = (lots: readonly ValuedLot[], day: string) =>
  lots
    .flatMap(({ expires_on, ...lot }) => (expires_on !== null && expires_on <= day ? [{ ...lot, expires_on }] : []))
    .sort((one, other) => one.expires_on.localeCompare(other.expires_on) || one.lot_id - other.lot_id)

/** How many batches expire within thirty days or have expired, and what they are worth; none is counted for who may not read them. */
export async function expiringSoon(context: Context): Promise<{ count: number; value: Decimal }> {
  const { session } = context
  const none = { count: 0, value: sum([]) }
  const isAllowed = session.is_owner || session.authority.has(reportPermission('expiring_stock'))
  if (!isAllowed) return none
  const lots = expiringUntil(await valuedLots(context, context.today), addDays(context.today, expiryDays))
  return { count: new Set(lots.map(({ lot_id }) => lot_id)).size, value: sum(lots.map(({ value }) => value)) }
}
