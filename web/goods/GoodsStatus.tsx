import { useTranslation } from 'react-i18next'
import { StatusDot } from '../ui/cells/StatusDot.tsx'

type Stated = { status: string; is_return: boolean }

/** Whether a note is posted or was taken back; a return says that it is one. */
export function GoodsStatus({ note: { status, is_return } }: { note: Stated }) {
  const { t } = useTranslation('goods')
  const word = status === 'posted' && is_return ? 'returned' : status
  return <StatusDot status={status === 'void' ? 'void' : 'posted'} label={t(`statuses.${word}`)} />
}
