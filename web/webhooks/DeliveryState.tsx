import { useTranslation } from 'react-i18next'
import type { WebhookDeliveryRow } from '#contract/access/webhooks.ts'
import { StatusDot } from '../ui/cells/StatusDot.tsx'

const colors = { waiting: 'blue', delivered: 'green', failed: 'red' }

export function DeliveryState({ state }: Pick<WebhookDeliveryRow, 'state'>) {
  const { t } = useTranslation('webhooks')
  return <StatusDot status={state} color={colors[state]} label={t(`states.${state}`)} />
}
