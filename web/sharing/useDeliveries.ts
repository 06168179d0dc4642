import { useQuery } from '@tanstack/react-query'
import { type Delivery, deliveryCalls } from '#contract/sharing/deliveries.ts'
import type { SharedKindName } from '#contract/sharing/shared-kinds.ts'
import { request } from '../api/client.ts'
import { useCan } from '../api/useCan.ts'

/** Where a document was sent; undefined until it is known, for a user who may not know, and without a kind: it is never sent. */
export function useDeliveries(kind: SharedKindName | undefined, id: number): Delivery[] | undefined {
  const can = useCan()
  const call = deliveryCalls[kind ?? 'invoice'].list
  const deliveries = useQuery({
    queryKey: [call.path, 'answer', String(id)],
    queryFn: async ({ signal }) => (await request<{ data: Delivery[] }>(call, { params: { id }, signal })).data,
    staleTime: 0,
    enabled: kind !== undefined && can(...call.admission),
    // While a mail is on its way, its result follows soon.
    refetchInterval: ({ state }) => (state.data?.some(isMoving) ? 3_000 : false),
  })
  return deliveries.data
}

const isMoving = ({ state, attempts }: Delivery): boolean =>
  state === 'sending' || (state === 'waiting' && attempts === 0)

type Sendable = { id: number; status?: string; is_void: boolean }
export const isSendable = ({ status, is_void }: Sendable): boolean => !is_void && status !== 'draft'

/** Sending is the next step: it may be sent and was not. Undefined until that is known. */
export function useIsUnsent(kind: SharedKindName | undefined, record: Sendable): boolean | undefined {
  const can = useCan()
  const deliveries = useDeliveries(kind, record.id)
  if (!kind || !isSendable(record) || !can(...deliveryCalls[kind].create.admission)) return false
  return deliveries && deliveries.length === 0
}
