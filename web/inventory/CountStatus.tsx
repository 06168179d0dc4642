import { useTranslation } from 'react-i18next'
import { StatusDot } from '../ui/cells/StatusDot.tsx'

/** Where a count stands, in the gender of a count. */
export function CountStatus({ status }: { status: string }) {
  const { t } = useTranslation('catalog')
  return <StatusDot status={status} label={status === 'void' ? t('counts.is_void') : undefined} />
}
