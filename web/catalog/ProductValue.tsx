import { useQuery } from '@tanstack/react-query'
import { overviewCalls } from '#contract/reports/overviews.ts'
import { batchedById } from '../api/batchedById.ts'
import { useUser } from '../api/session.ts'
import { OpenLink } from '../routes/OpenLink.tsx'
import { Amount } from '../ui/cells/Amount.tsx'

/** The value of a listed product in stock today, as the inventory valuation states it; empty for what is not stocked. */
export function ProductValue({ id }: { id: number }) {
  const call = overviewCalls.stockValues
  const { currency } = useUser().organization
  const { data } = useQuery({
    queryKey: [call.path, id],
    queryFn: () => batchedById<{ id: number; value: number }>(call, id),
  })
  if (!data) return null
  return (
    <OpenLink to="/reports/stock-card" search={{ product_id: String(id) }} className="link quiet">
      <Amount value={data.value} currency={currency} />
    </OpenLink>
  )
}
