import type { z } from 'zod'
import type { reports } from '#contract/reports/reports.ts'
import type { SheetColumn, SheetInput, SheetRow } from '#contract/reports/sheet.ts'
import { addDays } from '#ledger/calendar/calendar.ts'
import {
  type ForecastSource,
  forecastEnd,
  forecastIn,
  forecastSources,
  forecastWeeks,
  weekOf,
} from '#ledger/forecast/forecast.ts'
import { type Decimal, sum, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { column, sheetOf, withLeadingColumns, word } from '#server/reports/framework/sheet.ts'
import { pageOfRows } from '#server/reports/framework/slice-rows.ts'
import { cashAtEnds } from './cash-at-ends.ts'
import type { ForecastDays, ForecastRow } from './forecast-row.ts'
import { forecastSides, openItemRows } from './open-items.ts'
import { orderRows } from './open-orders.ts'
import { recurringRows } from './recurring.ts'
import { retentionRows } from './retentions.ts'
import { taxRows } from './taxes.ts'
import { typedRows } from './typed.ts'

type Query = z.output<(typeof reports.cashForecast)['calls']['show']['query']>

/**
 * Cash of the next thirteen weeks as it was foreseeable at the end of a day: each record once, each on a day after it. Weeks that are
 * over are graded by what came.
 */
export async function showCashForecast(context: Context, query: Query, limit: number): Promise<SheetInput> {
  const of = query.to ?? context.today
  const days = { of, end: forecastEnd(of) }
  const rows = await forecastOf(context, days)
  if (query.source || query.week) return pageOfRows(detailOf(rows, query, days), query.after, limit)
  return weeksOf(context, rows, days)
}

/** Every row of the forecast, in the order of days. */
export async function forecastOf(context: Context, days: ForecastDays): Promise<ForecastRow[]> {
  const found = await Promise.all([
    ...forecastSides.map((side) => openItemRows(context, side, days)),
    ...forecastSides.map((side) => retentionRows(context, side, days)),
    orderRows(context, days),
    recurringRows(context, days),
    taxRows(context, days),
    typedRows(context, days),
  ])
  return found.flat().toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0))
}

const isIn = (source: ForecastSource) => (forecastIn as readonly string[]).includes(source)
const signed = ({ source, amount }: ForecastRow): Decimal => (isIn(source) ? amount : amount.neg())

async function weeksOf(context: Context, rows: readonly ForecastRow[], { of }: ForecastDays): Promise<SheetInput> {
  const ends = Array.from({ length: forecastWeeks + 1 }, (_, week) => addDays(of, 7 * week))
  const cash = await cashAtEnds(context, ends)
  const opening = cash[0] as Decimal
  const used = forecastSources.filter((source) => rows.some((row) => row.source === source))
  const graded = ends.filter((day, week) => week > 0 && day <= context.today).length
  const figuresOf = (own: readonly ForecastRow[]) => ({
    ...Object.fromEntries(
      used.map((source) => [source, text(sum(own.filter((row) => row.source === source).map(({ amount }) => amount)))]),
    ),
    net: text(sum(own.map(signed))),
  })
  const line = (key: string, style: SheetRow['style'], rest: Partial<SheetRow>): SheetRow => ({
    key,
    style,
    level: 1,
    label: word(`lines.${key}`),
    texts: {},
    figures: {},
    link: null,
    ...rest,
  })
  let closing = opening
  const weeks = ends.slice(1).map((day, index) => {
    const own = rows.filter((row) => weekOf(row.day, of) === index + 1)
    closing = closing.plus(sum(own.map(signed)))
    const came = day <= context.today ? (cash[index + 1] as Decimal) : null
    return line(`week:${index + 1}`, 'line', {
      label: { name: `${addDays(ends[index] as string, 1)} – ${day}` },
      figures: {
        ...figuresOf(own),
        closing: text(closing),
        ...(came && { came: text(came), missed: text(came.minus(closing)) }),
      },
      link: { to: 'cash_forecast', query: { to: of, week: index + 1 } },
    })
  })
  const start = { figures: { closing: text(opening) }, label: { ...word('lines.forecast_opening'), code: of } }
  const total = {
    figures: { ...figuresOf(rows), closing: text(closing) },
    link: { to: 'cash_forecast', query: { to: of } },
  }
  return sheetOf({ to: of }, columnsOf(used, graded > 0), [
    line('forecast_opening', 'subtotal', start),
    ...weeks,
    line('total', 'total', total),
  ])
}

function columnsOf(used: readonly ForecastSource[], isGraded: boolean): SheetColumn[] {
  const columns = [
    column('week', 'label'),
    ...used.map((source) =>
      column(source, 'amount', {
        group: word(isIn(source) ? 'columns.comes_in' : 'columns.goes_out'),
        query: { source },
      }),
    ),
    column('net', 'amount'),
    column('closing', 'amount', { label: word('columns.cash_at_end') }),
    ...(isGraded ? [column('came', 'amount'), column('missed', 'amount')] : []),
  ]
  return withLeadingColumns(['closing'], columns)
}

/** The rows behind figures: of one source, of one week, or of both. */
function detailOf(rows: readonly ForecastRow[], { source, week }: Query, { of }: ForecastDays): SheetInput {
  const own = rows.filter((row) => (!source || row.source === source) && (!week || weekOf(row.day, of) === week))
  const amount = (row: ForecastRow) => (source ? row.amount : signed(row))
  const columns = [
    column('record', 'label'),
    column('party', 'text'),
    column('due_date', 'date'),
    column('expected_on', 'date'),
    column('amount', 'amount'),
  ]
  const lines = own.map(
    (row): SheetRow => ({
      key: row.key,
      style: 'line',
      level: 1,
      label: row.label,
      link: row.link,
      texts: { party: row.party, due_date: row.due, expected_on: row.day },
      figures: { amount: text(amount(row)) },
    }),
  )
  const total = { key: 'total', style: 'total', level: 1, label: word('lines.total'), texts: {}, link: null } as const
  const all = lines.length === 0 ? [] : [...lines, { ...total, figures: { amount: text(sum(own.map(amount))) } }]
  return sheetOf({ to: of }, withLeadingColumns(['amount'], columns), all, {
    subject: source ? word(`columns.${source}`) : null,
  })
}
