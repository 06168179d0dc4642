import { useTranslation } from 'react-i18next'
import { StatusDot } from '../ui/cells/StatusDot.tsx'

/** The status of a count, in its grammatical gender. */
export function CountStatus({ status }: { status: string }) {
  const { t } = useTranslation('catalog')
  return <StatusDot status={status} label={status === 'void' ? t('counts.is_void') : undefined} />
}
