import { useQuery } from '@tanstack/react-query'
import type { Sheet } from '#contract/reports/sheet.ts'
import { type TrialBalanceTrend, trialBalanceTrendCall } from '#contract/reports/trial-balance-trend.ts'
import { request } from '../../api/client.ts'

/** Filters that change the balances: the lines are those of the whole books. */
const narrowing = ['branch_id', 'as_known_at', 'include_closing']

/**
 * The past of each row of the trial balance by the key of the row; undefined for other reports, while it is on its way, and where a
 * filter shows other balances.
 */
export function useTrend(name: string, { period: { to } }: Pick<Sheet, 'period'>, search: Record<string, string>) {
  const isWhole = name === 'trial_balance' && narrowing.every((filter) => !search[filter])
  const trend = useQuery({
    queryKey: [trialBalanceTrendCall.path, to],
    queryFn: ({ signal }) => request<{ data: TrialBalanceTrend }>(trialBalanceTrendCall, { query: { to }, signal }),
    enabled: isWhole,
  })
  const accounts = isWhole ? trend.data?.data.accounts : undefined
  return accounts && new Map(accounts.map(({ id, balances }) => [`account:${id}`, balances]))
}
