import { lazy, Suspense } from 'react'
import type { SharedKindName } from '#contract/sharing/shared-kinds.ts'
import { loadWords } from '../i18n/i18n.ts'
import { useDeliveries } from './useDeliveries.ts'

const Timeline = lazy(async () => {
  await loadWords(['sharing', 'history'])
  return { default: (await import('./Timeline.tsx')).Timeline }
})

export type PaidOn = { id: number; payment_number: string; payment_date: string }
type DeliveriesProps = { kind: SharedKindName; id: number; payments?: readonly PaidOn[] }

/** Below a document that was sent: where it went, who opened it, what failed, what the reader said, what was paid. */
export function Deliveries({ kind, id, payments = [] }: DeliveriesProps) {
  const deliveries = useDeliveries(kind, id)
  if (!deliveries || deliveries.length === 0) return null
  return (
    <Suspense>
      <Timeline kind={kind} id={id} deliveries={deliveries} payments={payments} />
    </Suspense>
  )
}
