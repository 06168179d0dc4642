import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { OrderKindName } from '#contract/orders/order-kinds.ts'
import { formatPlain } from '#contract/paper/format-number.ts'
import { quantityInBase } from '../catalog/unitChoices.ts'
import { localName } from '../i18n/localName.ts'
import corrections from '../notes/Corrections.module.css'
import { viewPath } from '../routes/paths.ts'
import { Amount } from '../ui/cells/Amount.tsx'
import { Num } from '../ui/cells/Num.tsx'
import type { Order } from './Order.ts'
import { OrderStatus } from './OrderStatus.tsx'

/** On the screen only: the status with its reason, what it came from and became, and which rows are still open. */
export function OrderProgress({ name, order }: { name: OrderKindName; order: Order }) {
  const { t } = useTranslation('orders')
  const isShared = order.progress === 'part'
  return (
    <ul className={corrections.corrections}>
      <li>
        <OrderStatus name={name} status={order.status} />
        <span>{t(`progress.${name}.${order.progress}`)}</span>
        {isShared && (
          <span>
            {t('open')} <Amount value={order.open_total} currency={order.currency} />
          </span>
        )}
      </li>
      {(order.answered_by || order.reason) && (
        <li>
          {order.answered_by && <span>{t('answered_by', { name: order.answered_by })}</span>}
          {order.reason && <bdi>{order.reason}</bdi>}
        </li>
      )}
      {[...order.sources, ...order.followers].map((link) => (
        <li key={`${link.kind} ${link.id}`}>
          <span>{t(`kinds.${link.kind}`)}</span>
          <Link to={viewPath(link.kind, link.id) as string} className="link">
            <Num>{link.number}</Num>
          </Link>
          <Num>{link.date}</Num>
          <Amount value={link.total} currency={order.currency} />
        </li>
      ))}
      {isShared &&
        order.items
          .filter(({ open }) => open > 0)
          .map((item) => (
            <li key={item.id}>
              <bdi>{localName({ name: item.item_name, name_en: item.item_name_en })}</bdi>
              <span>{t('open_of', { open: formatPlain(item.open), quantity: quantityInBase(item) })}</span>
            </li>
          ))}
    </ul>
  )
}
