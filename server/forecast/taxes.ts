import { addDays, addMonths, monthStart } from '#ledger/calendar/calendar.ts'
import { payableUntil } from '#ledger/calendar/vat-periods.ts'
import { expectedOn, vatPayable } from '#ledger/forecast/forecast.ts'
import { type Decimal, decimal, sum } from '#ledger/money.ts'
import { vatRoles } from '#ledger/statements/vat-return.ts'
import type { Context } from '#server/core/context.ts'
import { sumRole, sumRoles } from '#server/journal/balances-as-of.ts'
import { listPeriods } from '#server/vat/list-periods.ts'
import type { ForecastDays, ForecastRow } from './forecast-row.ts'

/** When Zakat and income tax of a year are due: so many days after its end. */
const zakatDays = 120
const withholdingDay = 10

/** VAT filed and not, tax withheld, Zakat: what their accounts hold at the end of the day, on the last day to pay it. */
export async function taxRows(context: Context, { of, end }: ForecastDays): Promise<ForecastRow[]> {
  const owed = async (roles: readonly string[], day: string): Promise<Decimal> =>
    sum((await sumRoles(context, day, roles)).map(({ balance }) => decimal(balance))).neg()
  const rowOf = (
    name: string,
    due: string,
    amount: Decimal,
    code: string | null,
    link: ForecastRow['link'],
  ): ForecastRow => ({
    source: 'taxes',
    key: `${name}:${code ?? due}`,
    day: expectedOn(due, 0, of),
    amount,
    due,
    party: null,
    link,
    label: { word: `lines.forecast_${name}`, code },
  })
  const periods = (await listPeriods(context)).filter(({ from }) => from <= of)
  const past = periods.filter(({ to }) => to <= of)
  const accountLink = { to: 'vat_period', query: { id: 0 } }
  const [settlement, withheld, zakat] = await Promise.all([
    owed(['VAT_SETTLE'], of),
    owed(['WHT'], of),
    sumRole(context, of, 'ZAKAT_PROV').then((rows) => sum(rows.map(({ balance }) => decimal(balance))).neg()),
  ])
  const unfiled = await Promise.all(
    periods.map(async ({ from, to }) => {
      const [until, before] = await Promise.all([owed(vatRoles, to < of ? to : of), owed(vatRoles, addDays(from, -1))])
      return { to, amount: until.minus(before) }
    }),
  )
  const year = await lastYearEnd(context, of)
  return [
    ...(settlement.gt(0)
      ? [rowOf('vat_filed', payableUntil(past.at(-1)?.to ?? of), settlement, past.at(-1)?.to ?? null, accountLink)]
      : []),
    ...vatPayable(unfiled).map(({ to, amount }) => rowOf('vat_unfiled', payableUntil(to), amount, to, accountLink)),
    ...(withheld.gt(0)
      ? [rowOf('withholding', addDays(addMonths(monthStart(of), 1), withholdingDay - 1), withheld, null, null)]
      : []),
    ...(zakat.gt(0) && year ? [rowOf('zakat', addDays(year, zakatDays), zakat, year, null)] : []),
  ].filter(({ day }) => day <= end)
}

async function lastYearEnd({ db }: Context, of: string): Promise<string | null> {
  const year = await db
    .selectFrom('financial_years')
    .select('ended_at')
    .where('ended_at', '<=', of)
    .orderBy('ended_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return year?.ended_at ?? null
}
