import { useTranslation } from 'react-i18next'
import { StatusDot } from '../ui/cells/StatusDot.tsx'

/** The status of a set-off, in its grammatical gender. */
export function SetOffStatus({ status }: { status: string }) {
  const { t } = useTranslation('setoffs')
  return <StatusDot status={status} label={t(`statuses.${status}`)} />
}
