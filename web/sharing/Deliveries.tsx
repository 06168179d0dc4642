import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { type Delivery, deliveryCalls } from '#contract/sharing/deliveries.ts'
import type { SharedKindName } from '#contract/sharing/shared-kinds.ts'
import { request } from '../api/client.ts'
import { useCan } from '../api/useCan.ts'
import { loadWords } from '../i18n/i18n.ts'

const Timeline = lazy(async () => {
  await loadWords(['sharing', 'history'])
  return { default: (await import('./Timeline.tsx')).Timeline }
})

export type PaidOn = { id: number; payment_number: string; payment_date: string }
type DeliveriesProps = { kind: SharedKindName; id: number; payments?: readonly PaidOn[] }

/** Below a document that was sent: where it went, who opened it, what failed, what the reader said, what was paid. */
export function Deliveries({ kind, id, payments = [] }: DeliveriesProps) {
  const can = useCan()
  const call = deliveryCalls[kind].list
  const mayRead = can(...call.admission)
  const deliveries = useQuery({
    queryKey: [call.path, 'answer', String(id)],
    queryFn: async ({ signal }) => (await request<{ data: Delivery[] }>(call, { params: { id }, signal })).data,
    staleTime: 0,
    enabled: mayRead,
    // While a mail is on its way, its result follows soon.
    refetchInterval: ({ state }) => (state.data?.some(isMoving) ? 3_000 : false),
  })
  if (!deliveries.data || deliveries.data.length === 0) return null
  return (
    <Suspense>
      <Timeline kind={kind} id={id} deliveries={deliveries.data} payments={payments} />
    </Suspense>
  )
}

const isMoving = ({ state, attempts }: Delivery): boolean =>
  state === 'sending' || (state === 'waiting' && attempts === 0)
