import { useTranslation } from 'react-i18next'
import type { NoteKind } from '#contract/note-kinds.ts'
import { StatusDot } from '../kit/cells/StatusDot.tsx'

/** A note that raises is paid like a document; one that lowers is applied. */
export function NoteStatus({ kind, status }: { kind: NoteKind; status: string }) {
  const { t } = useTranslation('notes')
  return <StatusDot status={status} label={t(`${kind.lowers ? 'statuses' : 'raised'}.${status}`)} />
}
