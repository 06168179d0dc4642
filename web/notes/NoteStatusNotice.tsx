import { useTranslation } from 'react-i18next'
import type { NoteKind } from '#contract/documents/note-kinds.ts'
import { UnlockLink } from '../accounting-ui/UnlockLink.tsx'
import { lockReason } from '../documents/lockReason.ts'
import { PaymentsOfDocument } from '../documents/sheet/PaymentsOfDocument.tsx'
import { WriteOffAmounts } from '../payments/write-offs/WriteOffAmounts.tsx'
import { Corrected } from './Corrected.tsx'
import classes from './Corrections.module.css'
import { NewNote, useKindsOn } from './NewNote.tsx'
import type { NoteRecord } from './NoteRecord.ts'
import { NoteStatus } from './NoteStatus.tsx'
import { NotesOfDocument } from './NotesOfDocument.tsx'

type NoteStatusNoticeProps = { kind: NoteKind; record: NoteRecord }

/**
 * On the screen only: the status of the note, what it corrects, what settled it, and why it can no longer be voided.
 */
export function NoteStatusNotice({ kind, record }: NoteStatusNoticeProps) {
  const { t } = useTranslation('notes')
  return (
    <ul className={classes.corrections}>
      <li>
        <NoteStatus kind={kind} of={record} />
        <span>
          {t(`sections.of_${record.reference.kind}`)} <Corrected reference={record.reference} />
        </span>
      </li>
      {!kind.lowers && (
        <>
          <PaymentsOfDocument side={kind.side} record={record} />
          <NotesOfDocument side={kind.side} record={record} />
          <WriteOffAmounts side={kind.side} record={record} number={record.note_number} />
        </>
      )}
      <Locked record={record} />
    </ul>
  )
}

/** Another note on the same document says what a locked one cannot. */
function Locked({ record }: Pick<NoteStatusNoticeProps, 'record'>) {
  const { t } = useTranslation(['notes', 'documents'])
  const { reference } = record
  const kinds = useKindsOn(reference.kind)
  const why = lockReason(record)
  if (why === null || why === 'document_void') return null
  return (
    <li>
      <span>{t(`locked.${why}`)}</span>
      <UnlockLink why={why} />
      {reference.id !== null && kinds.map((kind) => <NewNote key={kind.name} kind={kind} on={reference} />)}
    </li>
  )
}
