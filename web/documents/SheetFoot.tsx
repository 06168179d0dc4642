import { decimal, toNumber } from '#ledger/money.ts'
import { Amount } from '../kit/cells/Amount.tsx'
import { Num } from '../kit/cells/Num.tsx'
import type { DocumentRecord } from './DocumentForm.tsx'
import classes from './DocumentSheet.module.css'
import { QrCode } from './QrCode.tsx'
import { TwoWords } from './TwoWords.tsx'

type SheetFootProps = { record: DocumentRecord; qrLabel: string; takesAdvances?: boolean }

/** The code the law wants, the notes, and the totals. */
export function SheetFoot({ record, qrLabel, takesAdvances = false }: SheetFootProps) {
  const taken = takesAdvances ? record.deductions : []
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
        {taken.map((advance) => (
          <div key={advance.id}>
            <dt>
              <TwoWords name="sheet.deducted" /> <Num>{advance.number}</Num>
            </dt>
            <dd>
              <Amount value={-advance.total} currency={record.currency} />
            </dd>
          </div>
        ))}
        {taken.length > 0 && (
          <div className={classes.grand}>
            <dt>
              <TwoWords name="sheet.due" />
            </dt>
            <dd>
              <Amount value={toNumber(decimal(record.total).minus(record.deducted))} currency={record.currency} />
            </dd>
          </div>
        )}
      </dl>
    </footer>
  )
}
