import { addDays, addMonths } from '#ledger/calendar/calendar.ts'
import { decimal } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import type { ForecastDays, ForecastRow } from './forecast-row.ts'

/** Typed rows on their days after the one of the forecast: wages, parts of loans, cheques by their day, what might be. */
export async function typedRows({ db }: Context, { of, end }: ForecastDays): Promise<ForecastRow[]> {
  const rows = await db
    .selectFrom('forecast_rows')
    .selectAll()
    .where('status', '=', 'active')
    .where('first_on', '<=', end)
    .orderBy('id')
    .execute()
  return rows.flatMap(({ id, name, direction, kind, amount, first_on, repeats, until_on }) => {
    const days: string[] = []
    for (let step = 0; ; step++) {
      const day = repeats === 'month' ? addMonths(first_on, step) : addDays(first_on, 7 * step)
      if (day > (until_on && until_on < end ? until_on : end)) break
      if (day > of) days.push(day)
      if (repeats === 'none') break
    }
    return days.map(
      (day): ForecastRow => ({
        source: direction === 'in' ? 'typed_in' : 'typed_out',
        key: `typed:${id}:${day}`,
        day,
        due: day,
        amount: decimal(amount),
        party: null,
        label: { word: `records.${kind}`, name },
        link: { to: 'forecast_row', query: { id } },
      }),
    )
  })
}
