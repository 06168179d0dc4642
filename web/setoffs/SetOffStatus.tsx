import { useTranslation } from 'react-i18next'
import { StatusDot } from '../ui/cells/StatusDot.tsx'

/** Where a set-off stands, in the gender of a set-off. */
export function SetOffStatus({ status }: { status: string }) {
  const { t } = useTranslation('setoffs')
  return <StatusDot status={status} label={t(`statuses.${status}`)} />
}
