import type { Home } from '#contract/reports.ts'

export type Than = 'last_month' | 'last_year'

/** Whether sales had begun before what is compared with: a part of a month or year is no measure of a whole one. */
export function isComparable(
  { months, sold_since, year_since }: Pick<Home, 'sold_since' | 'year_since'> & { months: { month: string }[] },
  than: Than,
): boolean {
  const [before, present] = months.slice(-2).map(({ month }) => month)
  if (!sold_since || !before || !present) return false
  return than === 'last_month'
    ? sold_since < before
    : sold_since <= `${Number(year_since.slice(0, 4)) - 1}${year_since.slice(4, 7)}`
}
