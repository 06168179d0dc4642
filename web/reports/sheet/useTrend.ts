import { useQuery } from '@tanstack/react-query'
import type { Sheet } from '#contract/reports/sheet.ts'
import { type TrialBalanceTrend, trialBalanceTrendCall } from '#contract/reports/trial-balance-trend.ts'
import { request } from '../../api/client.ts'

/** The past of each row of the trial balance by the key of the row; undefined for other reports and while it is on its way. */
export function useTrend(name: string, { period: { to } }: Pick<Sheet, 'period'>) {
  const trend = useQuery({
    queryKey: [trialBalanceTrendCall.path, to],
    queryFn: ({ signal }) => request<{ data: TrialBalanceTrend }>(trialBalanceTrendCall, { query: { to }, signal }),
    enabled: name === 'trial_balance',
  })
  const accounts = trend.data?.data.accounts
  return accounts && new Map(accounts.map(({ id, balances }) => [`account:${id}`, balances]))
}
