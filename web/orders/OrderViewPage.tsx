import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { OrderKindName } from '#contract/orders/order-kinds.ts'
import { orders } from '#contract/orders/orders.ts'
import { paperCalls } from '#contract/paper/paper-calls.ts'
import { daysBetween } from '#ledger/calendar/calendar.ts'
import IconCopy from '~icons/tabler/copy'
import IconEdit from '~icons/tabler/pencil'
import { useCan } from '../api/useCan.ts'
import { RecordHistory } from '../history/RecordHistory.tsx'
import { RepeatButton } from '../recurring/RepeatButton.tsx'
import { orderPath } from '../routes/paths.ts'
import { Deliveries } from '../sharing/Deliveries.tsx'
import { SendButton } from '../sharing/SendButton.tsx'
import { RecordPage } from '../ui/form/RecordPage.tsx'
import { DeleteRecord } from '../ui/page/DeleteRecord.tsx'
import { PdfButton } from '../ui/print/PdfButton.tsx'
import { PlaceLine } from '../ui/print/PlaceLine.tsx'
import { PrintFrame } from '../ui/print/PrintFrame.tsx'
import { type Order, untilOf } from './Order.ts'
import { OrderNextStep, OrderOtherActs } from './OrderActs.tsx'
import { OrderProgress } from './OrderProgress.tsx'
import { OrderSheet } from './OrderSheet.tsx'

/** The printable page of an order, with what is done with it next. */
export function OrderViewPage({ name }: { name: OrderKindName }) {
  return (
    <RecordPage resource={orders[name] as (typeof orders)['quotation']} list={orderPath(name)}>
      {(order) => <OrderView name={name} order={order} />}
    </RecordPage>
  )
}

function OrderView({ name, order }: { name: OrderKindName; order: Order }) {
  const { t } = useTranslation('orders')
  const navigate = useNavigate()
  // Sending a draft quotation is what makes it sent; an order is confirmed before.
  const status = name === 'quotation' && order.state === 'draft' ? 'sent' : order.state
  const sendable = { id: order.id, is_void: false, status }
  return (
    <>
      <PrintFrame
        title={t(`names.${name}.one`)}
        number={order.number}
        onBack={() => void navigate({ to: orderPath(name) })}
        pdf={<PdfButton call={paperCalls[name]} id={order.id} />}
        actions={
          <>
            <SendButton kind={name} record={sendable} isNext={name === 'quotation' && order.state === 'draft'} />
            <OrderNextStep name={name} order={order} />
          </>
        }
        more={<OrderMore name={name} order={order} />}
        above={
          <>
            <OrderProgress name={name} order={order} />
            <PlaceLine place={order.place} />
          </>
        }
      >
        <OrderSheet name={name} order={order} />
      </PrintFrame>
      {order.state !== 'draft' && <Deliveries kind={name} id={order.id} />}
      <RecordHistory name={name} id={order.id} />
    </>
  )
}

/** It is wanted as many days after its own day as the one that it repeats. */
const sourceOf = (order: Order) => {
  const { id, number, order_date } = order
  return { id, number, due_days: daysBetween(order_date, untilOf('purchase_order', order) ?? order_date) }
}

function OrderMore({ name, order }: { name: OrderKindName; order: Order }) {
  const { t } = useTranslation(['orders', 'common'])
  const can = useCan()
  const navigate = useNavigate()
  const { permissions } = orders[name]
  const isDraft = order.state === 'draft'
  return (
    <>
      {isDraft && can(permissions.update) && (
        <Button
          variant="default"
          leftSection={<IconEdit aria-hidden />}
          onClick={() => void navigate({ to: `${orderPath(name)}/${order.id}` })}
        >
          {t('common:actions.edit')}
        </Button>
      )}
      <OrderOtherActs name={name} order={order} />
      {can(permissions.create) && (
        <Button
          variant="default"
          leftSection={<IconCopy aria-hidden />}
          onClick={() => void navigate({ to: `${orderPath(name)}/create`, search: { copy: String(order.id) } })}
        >
          {t(`names.${name}.similar`)}
        </Button>
      )}
      {name === 'purchase_order' && <RepeatButton kind={name} source={sourceOf(order)} />}
      {isDraft && (
        <DeleteRecord
          resource={orders[name]}
          id={order.id}
          name={order.number}
          act="delete"
          onGone={() => void navigate({ to: orderPath(name) })}
        />
      )}
    </>
  )
}
