import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { NoteKind } from '#contract/note-kinds.ts'
import { documentPath } from '../documents/documentPath.ts'
import { Num } from '../kit/cells/Num.tsx'
import classes from './Corrections.module.css'
import { NoteStatus } from './NoteStatus.tsx'
import type { NoteRecord } from './NoteViewPage.tsx'

/** On the screen only: where the note stands and what it corrects. */
export function NoteStanding({ kind, record }: { kind: NoteKind; record: NoteRecord }) {
  const { t } = useTranslation('notes')
  return (
    <ul className={classes.corrections}>
      <li>
        <NoteStatus kind={kind} status={record.is_void ? 'void' : record.status} />
        <span>
          {t(`sections.of_${kind.side.document}`)}{' '}
          <Link to={`${documentPath(kind.side)}/${record.reference.id}/view`} className="link">
            <Num>{record.reference.number}</Num>
          </Link>
        </span>
      </li>
    </ul>
  )
}
