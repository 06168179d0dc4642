import { useTranslation } from 'react-i18next'
import { StatusDot } from '../ui/cells/StatusDot.tsx'

const colors: Record<string, string> = { accepted: 'green', declined: 'red', expired: 'orange', sent: 'blue' }

/** The status of a quotation or an order; its words agree in gender with the kind. */
export function OrderStatus({ name, status }: { name: string; status: string }) {
  const { t } = useTranslation('orders')
  const color = colors[status]
  return <StatusDot status={status} {...(color && { color })} label={t(`statuses.${name}.${status}`)} />
}
