import { useTranslation } from 'react-i18next'
import { StatusDot } from '../ui/cells/StatusDot.tsx'

const colors: Readonly<Record<string, string>> = { finished: 'green' }

/** Whether the bank's balance is explained, in the gender of a reconciliation. */
export function ReconciliationStatus({ status }: { status: string }) {
  const { t } = useTranslation('bank')
  return <StatusDot status={status} color={colors[status]} label={t(`statuses.${status}`)} />
}
