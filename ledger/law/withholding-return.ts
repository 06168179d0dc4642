import { addDays } from '../calendar/calendar.ts'
import { type Decimal, decimal, type Numeric, ratio, zero } from '../money.ts'
import { type LawTable, lawOn } from './dated.ts'
import { type WithholdingType, withholdingRates } from './withholding.ts'

export type WithholdingReturnRule = {
  /** The day of the next month by which a month is filed and paid. */
  due_day: number
  /** Days after the end of a year until its statement. */
  statement_days: number
  /** Percent of the unpaid tax for each so many days. */
  fine: string
  fine_days: number
}

/** By the last day of the month or year that is filed. */
export const withholdingReturnRules: LawTable<WithholdingReturnRule> = [
  {
    from: '2004-07-30',
    values: { due_day: 10, statement_days: 120, fine: '1', fine_days: 30 },
    source: 'Income Tax Law, articles 68 and 77, and its by-laws, article 63',
    state: 'unconfirmed',
  },
]

const rulesOf = (day: string): WithholdingReturnRule | undefined => lawOn(withholdingReturnRules, day)?.values

/** The last day to file a month, by its last day. */
export const withholdingDue = (month_end: string): string => addDays(month_end, rulesOf(month_end)?.due_day ?? 0)

/** The last day to file the statement of a year. */
export const withholdingStatementDue = (year_end: string): string =>
  addDays(year_end, rulesOf(year_end)?.statement_days ?? 0)

/** Percent that the law withholds from a payment of a type; undefined before its first version. */
export const withholdingRate = (type: WithholdingType, day: string): string | undefined =>
  lawOn(withholdingRates, day)?.values[type]

/** The fine for what is unpaid so many days after it was due: for each whole span of days. */
export function withholdingFine(unpaid: Numeric, days_late: number, rule: WithholdingReturnRule, decimals: number) {
  const spans = Math.max(0, Math.floor(days_late / rule.fine_days))
  return ratio(unpaid, decimal(rule.fine).times(spans), 100, decimals)
}

type Month = { id: number; tax: string; is_filed: boolean }

/**
 * What is unpaid of each filed month. `owed` is the balance of the account of withheld tax, which also holds the months that are not filed.
 * Payments settle the oldest month first, so the rest belongs to the latest.
 */
export function unpaidMonths(months: readonly Month[], owed: Decimal): ReadonlyMap<number, Decimal> {
  const unpaid = new Map<number, Decimal>()
  let rest = owed
  // A month of more reversals than payments lowers what earlier ones owe, so none is left out.
  for (const { id, tax, is_filed } of months.toSorted((a, b) => b.id - a.id)) {
    const own = rest.lt(tax) ? rest : decimal(tax)
    if (is_filed && own.gt(zero)) unpaid.set(id, own)
    rest = rest.minus(tax)
  }
  return unpaid
}
