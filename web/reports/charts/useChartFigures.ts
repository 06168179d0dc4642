import { formatNumber } from '#contract/paper/format-number.ts'
import type { Sheet } from '#contract/reports/sheet.ts'
import { useUser } from '../../api/session.ts'

/** An amount as the sheet writes it: in the decimals of its currency. */
export function useChartFigures({ currency }: Pick<Sheet, 'currency'>): (amount: number) => string {
  const own = useUser().organization.currency
  const { decimals } = currency ?? own
  return (amount) => formatNumber(amount, decimals)
}
