import { formatPlain } from '#contract/paper/format-number.ts'
import { printedExemptions, taxBreakdown } from '#contract/paper/printed-taxes.ts'
import { decimal } from '#ledger/money.ts'
import { useUser } from '../../api/session.ts'
import { Num } from '../../ui/cells/Num.tsx'
import { BilingualLabel, useTwoWords } from '../../ui/print/BilingualLabel.tsx'
import classes from '../../ui/print/Paper.module.css'
import { PaperTotals } from '../../ui/print/PaperTotals.tsx'
import { QrCode } from '../../ui/print/QrCode.tsx'
import type { DocumentRecord } from '../DocumentForm.tsx'

type SheetFootProps = {
  record: Pick<
    DocumentRecord,
    | 'discount'
    | 'taxes'
    | 'subtotal'
    | 'tax'
    | 'total'
    | 'tax_base'
    | 'total_base'
    | 'currency'
    | 'qr'
    | 'notes'
    | 'printed'
  >
  /** Advances that an invoice deducts. */
  advances?: Pick<DocumentRecord, 'deducted' | 'deductions'>
}

/** The code the law wants, the notes, and the totals. */
export function SheetFoot({ record, advances }: SheetFootProps) {
  const qrLabel = useTwoWords()('sheet.qr').ar
  const own = useUser().organization.currency
  const isForeign = own.code !== record.currency.code
  const notes = record.printed ? record.printed.notes : record.notes
  const taken = advances?.deductions ?? []
  const due = decimal(record.total).minus(advances?.deducted ?? 0)
  return (
    <PaperTotals
      currency={record.currency}
      totals={[
        ...(record.discount > 0
          ? [
              {
                key: 'rows',
                label: <BilingualLabel name="totals.rows" />,
                value: decimal(record.subtotal).plus(record.discount),
              },
              { key: 'discount', label: <BilingualLabel name="totals.discount" />, value: -record.discount },
            ]
          : []),
        ...taxBreakdown(record.taxes).map((tax) => ({
          key: `tax ${tax.tax_id}`,
          label: (
            <>
              <BilingualLabel name={`sheet.categories.${tax.category}`} /> <Num>{`${formatPlain(tax.rate)}%`}</Num>
            </>
          ),
          value: tax.base,
        })),
        ...(['subtotal', 'tax', 'total'] as const).map((name) => ({
          key: name,
          label: <BilingualLabel name={`totals.${name}`} />,
          value: record[name],
          grand: name === 'total',
        })),
        ...taken.map(({ id, number, total }) => ({
          key: id,
          label: (
            <>
              <BilingualLabel name="sheet.deducted" /> <Num>{number}</Num>
            </>
          ),
          value: -total,
        })),
        // The law requires the tax in riyals, in every currency of the invoice.
        ...(['tax_base', 'total_base'] as const).flatMap((name) =>
          isForeign
            ? [{ key: name, label: <BilingualLabel name={`totals.${name}`} />, value: record[name], currency: own }]
            : [],
        ),
        ...(taken.length > 0
          ? [{ key: 'due', label: <BilingualLabel name="sheet.due" />, value: due, grand: true }]
          : []),
      ]}
    >
      {record.qr && <QrCode text={record.qr} label={qrLabel} />}
      {printedExemptions(record.taxes).map(({ ar, en }) => (
        <p key={ar} className={classes.note}>
          <BilingualLabel name="sheet.tax_treatment" /> <bdi>{ar}</bdi>{' '}
          <span dir="ltr" lang="en" className={classes.english}>
            {en}
          </span>
        </p>
      ))}
      {notes && <p className={classes.note}>{notes}</p>}
    </PaperTotals>
  )
}
