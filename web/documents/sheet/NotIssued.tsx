import { BilingualLabel } from '../../ui/print/BilingualLabel.tsx'
import type { DocumentRecord } from '../DocumentForm.tsx'
import classes from './SheetItems.module.css'

/** If the browser itself prints a document before it is issued, the paper says that it is not a tax invoice. */
export function NotIssued({ record }: { record: Pick<DocumentRecord, 'is_tax_invoice' | 'is_issued' | 'is_void'> }) {
  if (!record.is_tax_invoice || record.is_issued || record.is_void) return null
  return (
    <p className={classes.printOnly}>
      <BilingualLabel name="sheet.titles.not_issued" />
    </p>
  )
}
