import { addDays, addMonths, daysBetween, monthEnd, monthStart } from '../calendar/calendar.ts'
import { type Decimal, decimal, max, min, type Numeric, ratio, split } from '../money.ts'
import { type SpreadPart, type SpreadPeriod, spreadParts } from '../spread.ts'

/** An asset depreciates for at most fifty years. */
export const lifeMonthsMaximum = 600
export const depreciationMethods = ['none', 'months', 'days', 'declining', 'units'] as const
export type DepreciationMethod = (typeof depreciationMethods)[number]

/** Over months that are planned ahead; what depreciates by units of use has no end by days. */
export type LifeMethod = 'months' | 'days' | 'declining'
export type Declining = {
  /** Of the book value, in a year. */
  percent: Numeric
  residual: Numeric
}
export type Life = {
  method: LifeMethod
  life_months: number
  in_service_on: string
  /** The last day that is depreciated already; null for a new asset. */
  depreciated_to?: string | null
  declining?: Declining | null
}
export type Worth = { cost: Numeric; residual: Numeric; accumulated: Numeric }

/** The last day of a life: of its last month, or by days the day before the months after the first day are over. */
export const lifeEnd = ({ method, life_months, in_service_on }: Life): string =>
  method === 'days'
    ? addDays(addMonths(in_service_on, life_months), -1)
    : monthEnd(addMonths(monthStart(in_service_on), life_months - 1))

/** What is left of a life, as a spread; null when it is over. By months the first month is whole. */
export function lifeLeft(life: Life): (SpreadPeriod & { from: string; to: string }) | null {
  const { method, in_service_on, depreciated_to } = life
  const next = depreciated_to ? addDays(depreciated_to, 1) : in_service_on
  const from = latest(next, in_service_on)
  const to = lifeEnd(life)
  if (from > to) return null
  return method === 'days' ? { from, to } : { from, to, months: monthsBetween(from, to) }
}

const latest = (one: string, other: string): string => [one, other].toSorted()[1] as string

const monthsBetween = (from: string, to: string): number => {
  const months = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
  return months(to) - months(from) + 1
}

/** What is still to depreciate: cost less residual value less what is depreciated. */
export const depreciable = ({ cost, residual, accumulated }: Worth): Decimal =>
  decimal(cost).minus(residual).minus(accumulated)

/** An amount over what is left of a life; none once it is over, or where nothing is left. */
export function depreciationParts(amount: Numeric, life: Life, decimals: number): SpreadPart[] {
  const left = lifeLeft(life)
  if (left === null || decimal(amount).lte(0)) return []
  const { from, to, months } = left
  if (life.declining && months) return decliningParts(amount, { ...life.declining, life, from, months }, decimals)
  return spreadParts(amount, months ? { from, months } : { from, to }, decimals)
}

type DecliningSpan = Declining & { life: Life; from: string; months: number }

/**
 * A declining balance by years from the first month of service: each takes its percent of the book value at its start, in equal
 * months, until the rest in equal months is at least as much. A plan that begins within a year continues it.
 */
function decliningParts(amount: Numeric, span: DecliningSpan, decimals: number): SpreadPart[] {
  const parts: SpreadPart[] = []
  let [rest, left, from] = [decimal(amount), span.months, monthStart(span.from)]
  while (left > 0 && rest.gt(0)) {
    const gone = (monthsBetween(span.life.in_service_on, from) - 1) % 12
    const months = Math.min(12 - gone, left)
    const percent = decimal(span.percent)
    const denominator = decimal(1200).minus(percent.times(gone))
    const declining = ratio(rest.plus(span.residual), percent.times(months), denominator, decimals)
    if (ratio(rest, months, left, decimals).gte(declining))
      return [...parts, ...spreadParts(rest, { from, months: left }, decimals)]
    const taken = min(declining, rest)
    parts.push(...spreadParts(taken, { from, months }, decimals))
    rest = rest.minus(taken)
    left -= months
    from = addMonths(from, months)
  }
  return parts
}

export type Use = {
  /** Units so far, from the first use on. */
  reading: Numeric
  before: Numeric
  /** Units of the whole life. */
  life_units: Numeric
}

/** What units of use depreciate: of what is left, by what is left of the life. The last units take the rest. */
export function depreciationOfUse(rest: Numeric, { reading, before, life_units }: Use, decimals: number): Decimal {
  const left = decimal(life_units).minus(before)
  const used = decimal(reading).minus(before)
  if (used.gte(left)) return max(decimal(rest), decimal(0))
  return min(ratio(rest, used, left, decimals), decimal(rest))
}

type PartSpan = { amount: Numeric; month: string; from: string; to: string; method: LifeMethod }

/** The share of a month's part up to a day, by days. `from`, `to`: the whole schedule. */
export function partToDay({ amount, month, from, to, method }: PartSpan, day: string, decimals: number): Decimal {
  const first = method === 'days' && from > month ? from : month
  const last = method === 'days' && to < monthEnd(month) ? to : monthEnd(month)
  const whole = daysBetween(first, addDays(last, 1))
  const gone = Math.min(Math.max(daysBetween(first, addDays(day, 1)), 0), whole)
  return ratio(amount, gone, whole, decimals)
}

type Share = { cost: Decimal; residual: Decimal; accumulated: Decimal }

/**
 * An asset of which a part of the cost leaves: residual value and accumulated depreciation follow in proportion. Neither share is
 * depreciated below its residual value.
 */
export function shareOut(worth: Worth, cost: Numeric, decimals: number): { gone: Share; left: Share } {
  const parts: [Decimal, Decimal] = [decimal(cost), decimal(worth.cost).minus(cost)]
  const [residualGone, residualLeft] = split(worth.residual, parts, decimals) as [Decimal, Decimal]
  const accumulated = decimal(worth.accumulated)
  const [proportion] = split(accumulated, parts, decimals) as [Decimal, Decimal]
  const least = max(accumulated.minus(parts[1].minus(residualLeft)), decimal(0))
  const gone = max(min(proportion, parts[0].minus(residualGone)), least)
  return {
    gone: { cost: parts[0], residual: residualGone, accumulated: gone },
    left: { cost: parts[1], residual: residualLeft, accumulated: accumulated.minus(gone) },
  }
}
