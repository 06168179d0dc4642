import { Amount } from '../kit/cells/Amount.tsx'
import type { DocumentRecord } from './DocumentForm.tsx'
import classes from './DocumentSheet.module.css'
import { QrCode } from './QrCode.tsx'
import { TwoWords } from './TwoWords.tsx'

/** The code the law wants, the notes, and the totals. */
export function SheetFoot({ record, qrLabel }: { record: DocumentRecord; qrLabel: string }) {
  return (
    <footer className={classes.foot}>
      <div className={classes.notes}>
        {record.qr && <QrCode text={record.qr} label={qrLabel} />}
        {record.notes && <p className={classes.note}>{record.notes}</p>}
      </div>
      <dl className={classes.totals}>
        {(['subtotal', 'tax', 'total'] as const).map((name) => (
          <div key={name} className={name === 'total' ? classes.grand : undefined}>
            <dt>
              <TwoWords name={`totals.${name}`} />
            </dt>
            <dd>
              <Amount value={record[name]} currency={record.currency} />
            </dd>
          </div>
        ))}
      </dl>
    </footer>
  )
}
