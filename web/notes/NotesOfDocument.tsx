import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { advances, type Side, sales } from '#contract/documents/sides.ts'
import type { DocumentRecord } from '../documents/DocumentForm.tsx'
import { documentPath, viewPath } from '../routes/paths.ts'
import { Amount } from '../ui/cells/Amount.tsx'
import { Num } from '../ui/cells/Num.tsx'

type Settled = Pick<DocumentRecord, 'deductions' | 'credits' | 'currency'>
/** What settled a document in addition to payments: deducted advances, applied credits, set-offs. */
export function NotesOfDocument({ side, record }: { side: Side; record: Settled }) {
  const { t } = useTranslation(['notes', 'advances'])
  const { deductions, credits } = record
  const isAdvance = side.document === 'advance_invoice'
  return (
    <>
      {deductions.map((row) => (
        <li key={`deduction-${row.id}`}>
          <span>{t(`advances:of.${isAdvance ? 'advance_invoice' : 'invoice'}`)}</span>
          <Link to={`${documentPath(isAdvance ? sales : advances)}/${row.id}/view`} className="link">
            <Num>{row.number}</Num>
          </Link>
          <Num>{row.date}</Num>
          <Amount value={row.total} currency={record.currency} />
        </li>
      ))}
      {credits.map((row) => (
        <li key={`${row.kind}-${row.id}`}>
          <span>{t(`used.${row.kind}`)}</span>
          <Link to={viewPath(row.kind, row.id)} className="link">
            <Num>{row.number}</Num>
          </Link>
          <Num>{row.date}</Num>
          <Amount value={row.amount} currency={record.currency} />
        </li>
      ))}
    </>
  )
}
