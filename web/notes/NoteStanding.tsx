import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { NoteKind } from '#contract/note-kinds.ts'
import { viewPath } from '../documents/viewPath.ts'
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
          {t(`sections.of_${record.reference.kind}`)}{' '}
          <Link to={viewPath(record.reference.kind, record.reference.id)} className="link">
            <Num>{record.reference.number}</Num>
          </Link>
        </span>
      </li>
    </ul>
  )
}
