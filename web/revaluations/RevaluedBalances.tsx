import { useQuery } from '@tanstack/react-query'
import { type RevaluationDetail, revaluationCalls } from '#contract/revaluations.ts'
import { request } from '../api/client.ts'
import type { Id } from '../api/resource.ts'
import { Num } from '../ui/cells/Num.tsx'
import { FailedState } from '../ui/states/FailedState.tsx'
import { LoadingState } from '../ui/states/LoadingState.tsx'
import { formatRate } from '../ui/values/formatRate.ts'
import { BalanceRow, BalancesTable, useBalanceName } from './BalancesTable.tsx'

/** The balances of a posted revaluation, its rates, and the differences, as an auditor needs them. */
export function RevaluedBalances({ id }: { id: Id }) {
  const nameOf = useBalanceName()
  const call = revaluationCalls.show
  const shown = useQuery({
    queryKey: [call.path, 'answer', String(id)],
    queryFn: async ({ signal }) =>
      (await request<{ data: RevaluationDetail }>(call, { params: { id }, signal })).data.lines,
  })
  if (shown.error) return <FailedState error={shown.error} onRetry={() => void shown.refetch()} />
  if (!shown.data) return <LoadingState />
  return (
    <BalancesTable>
      {shown.data.map((line) => (
        <BalanceRow
          key={`${line.what} ${line.account_id} ${line.branch.id} ${line.currency_id}`}
          line={line}
          name={<bdi>{nameOf(line)}</bdi>}
          rate={line.closing_rate !== null && <Num>{formatRate(line.closing_rate)}</Num>}
          difference={line.difference}
        />
      ))}
    </BalancesTable>
  )
}
