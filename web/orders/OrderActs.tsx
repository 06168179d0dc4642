import { Button, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { goodsKinds } from '#contract/goods/goods-kinds.ts'
import type { Call } from '#contract/kit/resource.ts'
import { callOfOrder, type OrderAct } from '#contract/orders/order-calls.ts'
import { createsTarget, type OrderKindName, type OrderTarget, orderKinds } from '#contract/orders/order-kinds.ts'
import { orders } from '#contract/orders/orders.ts'
import { ApiError } from '../api/ApiError.ts'
import { useUser } from '../api/session.ts'
import { useActionMutation } from '../api/useActionMutation.ts'
import { useCan } from '../api/useCan.ts'
import { useQuietMutation } from '../api/useQuietMutation.ts'
import { documentPath, goodsPath, orderPath } from '../routes/paths.ts'
import { DialogForm } from '../ui/fields/DialogForm.tsx'
import { AdvanceOfOrder } from './AdvanceOfOrder.tsx'
import type { Order } from './Order.ts'

type OfOrder = { name: OrderKindName; order: Order }

/** By its state: a draft is sent or confirmed, what was agreed becomes the next document. */
export function OrderNextStep({ name, order }: OfOrder) {
  const targets = targetsOf(name, order)
  // A quotation is sent by the button next to this.
  if (order.state === 'draft') return name !== 'quotation' && <Act name={name} order={order} act="confirm" isNext />
  return (
    <>
      <MoveGoods name={name} order={order} />
      <AdvanceOfOrder name={name} order={order} />
      {targets.map((target, index) => (
        <Convert key={target} name={name} order={order} target={target} isNext={index === targets.length - 1} />
      ))}
    </>
  )
}

/** Leads to the form of what is still to be delivered or received. */
function MoveGoods({ name, order }: OfOrder) {
  const { t } = useTranslation('orders')
  const can = useCan()
  const navigate = useNavigate()
  const { uses_goods_notes } = useUser().organization
  const kind = Object.values(goodsKinds).find(({ order: of }) => of.name === name)
  const isOpen = order.state === 'confirmed' && order.items.some(({ undelivered }) => undelivered > 0)
  if (!uses_goods_notes || !kind || !isOpen || !can(`create-${kind.entity}`)) return null
  return (
    <Button
      variant="default"
      onClick={() => void navigate({ to: `${goodsPath(kind.name)}/create`, search: { order: String(order.id) } })}
    >
      {t(`become.${kind.name}`)}
    </Button>
  )
}

/** What an order can become now; an expired quotation is accepted first, with a reason. */
function targetsOf(name: OrderKindName, { state, status, progress }: Order): readonly OrderTarget[] {
  const isAgreed = ['accepted', 'confirmed'].includes(state) || (state === 'sent' && status !== 'expired')
  return isAgreed && progress !== 'all' ? orderKinds[name].becomes : []
}

/** The acts next to the next step, by its state. */
export function OrderOtherActs({ name, order }: OfOrder) {
  return otherActs(name, order).map((act) => <Act key={act} name={name} order={order} act={act} />)
}

function otherActs(name: OrderKindName, { state, progress }: Order): readonly OrderAct[] {
  if (name === 'quotation')
    return { draft: ['send'], sent: ['accept', 'decline', 'reopen'], declined: ['accept', 'reopen'], accepted: [] }[
      state as 'draft'
    ] as readonly OrderAct[]
  if (state === 'confirmed') return progress === 'none' ? ['close', 'reopen'] : ['close']
  return state === 'closed' ? ['reopen'] : []
}

type ActProps = OfOrder & { act: OrderAct; isNext?: boolean }

function Act({ name, order, act, isNext = false }: ActProps) {
  const { t } = useTranslation('orders')
  const can = useCan()
  const call = callOfOrder(name, act)
  const [asking, setAsking] = useState(false)
  const does = useActionMutation(call)
  if (!can(...(call.admission as readonly string[]))) return null
  const asks = act === 'close' || act === 'decline' || (act === 'accept' && order.status === 'expired')
  const press = () =>
    asks ? setAsking(true) : does.mutate({ params: { id: order.id }, body: { version: order.version } })
  return (
    <>
      <Button variant={isNext ? 'filled' : 'default'} loading={does.isPending} onClick={press}>
        {t(`acts.${act}`)}
      </Button>
      {asking && <Reason call={call} order={order} title={t(`acts.${act}`)} onClose={() => setAsking(false)} />}
    </>
  )
}

/** Why an order is closed or declined, or accepted after its last day. */
function Reason({ call, order, title, onClose }: { call: Call; order: Order; title: string; onClose: () => void }) {
  const { t } = useTranslation('orders')
  const [reason, setReason] = useState('')
  const does = useActionMutation(call, onClose)
  const refused = does.error instanceof ApiError ? Object.values(does.error.fields)[0] : undefined
  return (
    <DialogForm
      title={title}
      isPending={does.isPending}
      onClose={onClose}
      onSubmit={() => does.mutate({ params: { id: order.id }, body: { version: order.version, reason } })}
    >
      <TextInput
        label={t('reason')}
        value={reason}
        withAsterisk
        data-autofocus
        error={refused}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </DialogForm>
  )
}

/** Makes a draft of what is still open, and opens it to be completed. Of a quotation that waits for an answer it accepts it as well. */
function Convert({ name, order, target, isNext }: OfOrder & { target: OrderTarget; isNext: boolean }) {
  const { t } = useTranslation('orders')
  const can = useCan()
  const navigate = useNavigate()
  const call = callOfOrder(name, target)
  const made = useQuietMutation(call, (answer) => {
    const { id } = (answer as { data: { id: number } }).data
    const folder = target === 'sales_order' ? orderPath('sales_order') : documentPath({ document: target })
    void navigate({ to: `${folder}/${id}` })
  })
  const accepts = order.state === 'sent'
  if (!can(createsTarget[target]) || (accepts && !can(orders[name].permissions.update))) return null
  return (
    <Button
      variant={isNext ? 'filled' : 'default'}
      loading={made.isPending}
      onClick={() => made.mutate({ params: { id: order.id }, body: { version: order.version } })}
    >
      {t(`become.${target}`)}
    </Button>
  )
}
