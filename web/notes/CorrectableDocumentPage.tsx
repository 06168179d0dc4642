import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { noteKinds } from '#contract/documents/note-kinds.ts'
import { fieldOf, type Side } from '#contract/documents/sides.ts'
import IconWriteOff from '~icons/tabler/eraser'
import IconCorrect from '~icons/tabler/file-diff'
import { useCan } from '../api/useCan.ts'
import type { DocumentRecord } from '../documents/DocumentForm.tsx'
import { DocumentViewPage } from '../documents/DocumentViewPage.tsx'
import { WriteOff } from '../payments/write-offs/WriteOff.tsx'
import { WriteOffAmounts } from '../payments/write-offs/WriteOffAmounts.tsx'
import { newNotePath, notePath } from '../routes/paths.ts'
import { Amount } from '../ui/cells/Amount.tsx'
import { Num } from '../ui/cells/Num.tsx'
import classes from './Corrections.module.css'
import { NewNote, useKindsOn } from './NewNote.tsx'
import { NotesOfDocument } from './NotesOfDocument.tsx'

/** The printable page of a document, with what corrects it once it is issued. */
export function CorrectableDocumentPage({ side }: { side: Side }) {
  return (
    <DocumentViewPage
      side={side}
      corrections={{
        actions: (record) => <Corrections side={side} record={record} />,
        standing: (record) => <Corrected side={side} record={record} />,
        wayOut: (record) => <WayOut side={side} record={record} />,
      }}
    />
  )
}

type CorrectionProps = { side: Side; record: DocumentRecord }

function Corrections({ side, record }: CorrectionProps) {
  const { t } = useTranslation(['notes', 'payments'])
  const can = useCan()
  const navigate = useNavigate()
  const [writingOff, setWritingOff] = useState(false)
  const kinds = useKindsOn(side.document)
  const mayWriteOff = can(`write-off-${side.entity}`) && record.remaining_amount > 0
  if (record.status === 'draft' || record.is_void || (kinds.length === 0 && !mayWriteOff)) return null
  return (
    <>
      {kinds.map((kind) => (
        <Button
          key={kind.name}
          variant="default"
          leftSection={<IconCorrect aria-hidden />}
          onClick={() => void navigate({ to: newNotePath(kind, { kind: side.document, id: record.id }) })}
        >
          {t(`names.${kind.name}.new`)}
        </Button>
      ))}
      {mayWriteOff && (
        <Button variant="default" leftSection={<IconWriteOff aria-hidden />} onClick={() => setWritingOff(true)}>
          {t('payments:write_off.title')}
        </Button>
      )}
      {writingOff && <WriteOff side={side} record={record} onClose={() => setWritingOff(false)} />}
    </>
  )
}

/** Corrections of a document that can no longer be edited. */
function WayOut({ side, record }: CorrectionProps) {
  const kind = useKindsOn(side.document).find(({ lowers }) => lowers)
  return kind && <NewNote kind={kind} on={{ kind: side.document, id: record.id }} />
}

/** The notes that correct a document and what was written off of it, on the screen only. */
function Corrected({ side, record }: CorrectionProps) {
  const { t } = useTranslation('notes')
  const number = fieldOf<string>(record, side.numberField) ?? ''
  const { correcting_notes, write_offs, deductions, credits } = record
  if (correcting_notes.length + write_offs.length + deductions.length + credits.length === 0) return null
  return (
    <ul className={classes.corrections}>
      <NotesOfDocument side={side} record={record} />
      {record.correcting_notes.map((note) => {
        const kind = noteKinds[note.kind as keyof typeof noteKinds]
        return (
          <li key={note.id}>
            <span>{t(`names.${kind.name}.one`)}</span>
            <Link to={`${notePath(kind)}/${note.id}/view`} className="link">
              <Num>{note.number}</Num>
            </Link>
            <Num>{note.date}</Num>
            <Amount value={note.total} currency={record.currency} />
          </li>
        )
      })}
      <WriteOffAmounts side={side} record={record} number={number} />
    </ul>
  )
}
