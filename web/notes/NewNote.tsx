import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type NoteKind, noteKinds } from '#contract/documents/note-kinds.ts'
import type { Side } from '#contract/documents/sides.ts'
import { useCan } from '../api/useCan.ts'
import { newNotePath } from '../routes/paths.ts'

type Noted = { kind: Side['document']; id: number }

/** The notes that the user may write on a document of this kind. */
export function useKindsOn(document: Side['document'] | 'external'): NoteKind[] {
  const can = useCan()
  return Object.values(noteKinds).filter(
    ({ corrects, creates }) => (corrects as readonly string[]).includes(document) && can(creates),
  )
}

/** The way to a new note on a document. */
export function NewNote({ kind, on }: { kind: NoteKind; on: Noted }) {
  const { t } = useTranslation('notes')
  return (
    <Link to={newNotePath(kind, on)} className="link">
      {t(`names.${kind.name}.new`)}
    </Link>
  )
}
