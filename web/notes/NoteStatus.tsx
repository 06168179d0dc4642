import { useTranslation } from 'react-i18next'
import type { NoteKind } from '#contract/documents/note-kinds.ts'
import { type GivenUp, StatusBadges } from '../documents/StatusBadges.tsx'
import { StatusDot } from '../ui/cells/StatusDot.tsx'

type NoteStatusProps = { kind: NoteKind; of: GivenUp & { status: string; is_void: boolean; is_overdue: boolean } }

/** A note that raises is paid like a document, and late like one; one that lowers is applied. */
export function NoteStatus({ kind, of }: NoteStatusProps) {
  const { t } = useTranslation('notes')
  const status = of.is_void ? 'void' : of.status
  return (
    <StatusBadges overdue={of.is_overdue} of={of} say={(name) => t(`raised.${name}`)}>
      <StatusDot status={status} label={t(`${kind.lowers ? 'statuses' : 'raised'}.${status}`)} />
    </StatusBadges>
  )
}
