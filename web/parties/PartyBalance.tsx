import { useQuery } from '@tanstack/react-query'
import type { Side } from '#contract/documents/sides.ts'
import { overviewCalls } from '#contract/reports/overviews.ts'
import { batchedById } from '../api/batchedById.ts'
import { OwnAmount } from '../organization/OwnAmount.tsx'
import { OpenLink } from '../routes/OpenLink.tsx'
import classes from './PartyStatistics.module.css'

type Balance = { id: number; balance: number; overdue: number }

/** What a listed party owes or is owed today; red where some of it is overdue. */
export function PartyBalance({ side, id }: { side: Side; id: number }) {
  const call = side.name === 'sales' ? overviewCalls.customerBalances : overviewCalls.supplierBalances
  const { data } = useQuery({ queryKey: [call.path, 'balance', id], queryFn: () => batchedById<Balance>(call, id) })
  if (!data) return null
  return (
    <OpenLink
      to={`/reports/open-${side.name === 'sales' ? 'receivables' : 'payables'}`}
      search={{ [side.partyField]: String(id) }}
      className={data.overdue > 0 ? classes.overdue : classes.balance}
      plain={data.overdue > 0 ? classes.overdue : classes.balance}
    >
      <OwnAmount value={data.balance} />
    </OpenLink>
  )
}
