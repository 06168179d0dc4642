import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { BillPaper } from '#contract/imports/bill-inbox.ts'
import { formatNumber } from '#contract/paper/format-number.ts'
import { OpenLink } from '../routes/OpenLink.tsx'
import { orderPath } from '../routes/paths.ts'
import { Num } from '../ui/cells/Num.tsx'
import classes from './BillInbox.module.css'

type PaperOrdersProps = { paper: BillPaper; taken: number | null; onTake: (order: number | null) => void }

/** The orders that the paper may be the bill of. Nothing is linked until one is taken; the form begins again with it. */
export function PaperOrders({ paper, taken, onTake }: PaperOrdersProps) {
  const { t } = useTranslation('billInbox')
  const { orders, currency } = paper
  if (orders.length === 0) return null
  return (
    <section className={classes.notice}>
      <p className={classes.hint}>{t(orders.some(({ is_named }) => is_named) ? 'orders.named' : 'orders.similar')}</p>
      <ul className={classes.orders}>
        {orders.map((order) => (
          <li key={order.id}>
            <OpenLink to={`${orderPath('purchase_order')}/${order.id}/view`} className="link">
              <Num>{order.number}</Num>
            </OpenLink>{' '}
            <Num>{order.order_date}</Num> <Num>{formatNumber(order.total, currency?.decimals ?? 2)}</Num>{' '}
            {t('orders.rows', {
              linked: order.items.filter((item) => item !== null).length,
              rows: order.items.length,
            })}{' '}
            {taken === order.id ? (
              <Button size="compact-sm" variant="default" onClick={() => onTake(null)}>
                {t('orders.leave')}
              </Button>
            ) : (
              <Button size="compact-sm" variant="default" onClick={() => onTake(order.id)}>
                {t('orders.take')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
