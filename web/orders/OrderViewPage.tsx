import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Resource } from '#contract/kit/resource.ts'
import type { OrderKindName } from '#contract/orders/order-kinds.ts'
import { orders } from '#contract/orders/orders.ts'
import IconCopy from '~icons/tabler/copy'
import IconEdit from '~icons/tabler/pencil'
import { useCan } from '../api/useCan.ts'
import { orderPath } from '../routes/paths.ts'
import { RecordPage } from '../ui/form/RecordPage.tsx'
import { DeleteRecord } from '../ui/page/DeleteRecord.tsx'
import { PrintFrame } from '../ui/print/PrintFrame.tsx'
import type { Order } from './Order.ts'
import { OrderNextStep, OrderOtherActs } from './OrderActs.tsx'
import { OrderSheet } from './OrderSheet.tsx'
import { OrderStanding } from './OrderStanding.tsx'

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
  return (
    <PrintFrame
      title={t(`names.${name}.one`)}
      number={order.number}
      onBack={() => void navigate({ to: orderPath(name) })}
      actions={<OrderNextStep name={name} order={order} />}
      more={<OrderMore name={name} order={order} />}
      above={<OrderStanding name={name} order={order} />}
    >
      <OrderSheet name={name} order={order} />
    </PrintFrame>
  )
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
          onClick={() =>
            void navigate({ to: `${orderPath(name)}/create`, search: { copy: String(order.id) } as never })
          }
        >
          {t(`names.${name}.similar`)}
        </Button>
      )}
      {isDraft && (
        <DeleteRecord
          resource={orders[name] as unknown as Resource}
          id={order.id}
          name={order.number}
          act="delete"
          onGone={() => void navigate({ to: orderPath(name) })}
        />
      )}
    </>
  )
}
