import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { advanceOfOrderCalls } from '#contract/orders/order-calls.ts'
import type { OrderKindName } from '#contract/orders/order-kinds.ts'
import { orders } from '#contract/orders/orders.ts'
import { ApiError } from '../api/ApiError.ts'
import { useCan } from '../api/useCan.ts'
import { useQuietMutation } from '../api/useQuietMutation.ts'
import { documentPath } from '../routes/paths.ts'
import { DialogForm } from '../ui/fields/DialogForm.tsx'
import { FigureInput } from '../ui/fields/FigureInput.tsx'
import type { Order } from './Order.ts'

/** Makes a draft of the advance invoice over a part of what is open, and opens it to be completed. */
export function AdvanceOfOrder({ name, order }: { name: OrderKindName; order: Order }) {
  const { t } = useTranslation('orders')
  const can = useCan()
  const [asking, setAsking] = useState(false)
  const { state, status, progress } = order
  const isAgreed = ['accepted', 'confirmed'].includes(state) || (state === 'sent' && status !== 'expired')
  const mayAccept = state !== 'sent' || can(orders[name].permissions.update)
  if (name === 'purchase_order' || !isAgreed || progress === 'all' || !mayAccept || !can('create-invoice')) return null
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t('become.advance_invoice')}
      </Button>
      {asking && <Percent call={advanceOfOrderCalls[name]} order={order} onClose={() => setAsking(false)} />}
    </>
  )
}

type PercentProps = {
  call: (typeof advanceOfOrderCalls)[keyof typeof advanceOfOrderCalls]
  order: Order
  onClose: () => void
}

function Percent({ call, order, onClose }: PercentProps) {
  const { t } = useTranslation('orders')
  const navigate = useNavigate()
  const [percent, setPercent] = useState('')
  const made = useQuietMutation(call, (answer) => {
    const { id } = (answer as { data: { id: number } }).data
    void navigate({ to: `${documentPath({ document: 'advance_invoice' })}/${id}` })
  })
  const refused = made.error instanceof ApiError ? Object.values(made.error.fields)[0] : undefined
  return (
    <DialogForm
      title={t('become.advance_invoice')}
      isPending={made.isPending}
      onClose={onClose}
      onSubmit={() => made.mutate({ params: { id: order.id }, body: { version: order.version, percent } })}
    >
      <FigureInput
        label={t('advance_percent')}
        value={percent}
        withAsterisk
        data-autofocus
        error={refused}
        onChange={setPercent}
      />
    </DialogForm>
  )
}
