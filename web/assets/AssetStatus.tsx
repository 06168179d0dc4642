import { useTranslation } from 'react-i18next'
import { StatusDot } from '../ui/cells/StatusDot.tsx'

const colors: Record<string, string> = { active: 'green', depreciated: 'blue', disposed: 'gray', cancelled: 'gray' }

export function AssetStatus({ status }: { status: string }) {
  const { t } = useTranslation('assets')
  return <StatusDot status={status} color={colors[status] ?? 'gray'} label={t(`statuses.${status}`)} />
}
