import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { formatPlain } from '#contract/paper/format-number.ts'
import { printedExemptions, selfAssessedTaxes, taxBreakdown } from '#contract/paper/printed-taxes.ts'
import { decimal } from '#ledger/money.ts'
import { useUser } from '../../api/session.ts'
import { Num } from '../../ui/cells/Num.tsx'
import { AmountInWords } from '../../ui/print/AmountInWords.tsx'
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
  > &
    Partial<
      Pick<DocumentRecord, 'is_tax_invoice' | 'is_issued' | 'is_void' | 'status' | 'retention' | 'retention_percent'>
    >
  /** Advances that an invoice deducts. */
  advances?: Pick<DocumentRecord, 'deducted' | 'deductions'>
}

/** The code the law wants, the notes, and the totals. */
export function SheetFoot({ record, advances }: SheetFootProps) {
  const qrLabel = useTwoWords()('sheet.qr').ar
  const own = useUser().organization.currency
  const notes = record.printed ? record.printed.notes : record.notes
  return (
    <PaperTotals
      currency={record.currency}
      totals={[
        ...figures(record),
        ...deductions(advances?.deductions ?? []),
        // The law requires the tax in riyals, in every currency of the invoice.
        ...(own.code === record.currency.code ? [] : inOwnCurrency(record, own)),
        ...retained(record),
        ...rest(record, advances),
      ]}
    >
      {record.qr ? <QrCode text={record.qr} label={qrLabel} /> : awaitsCode(record) && <CodeAtIssue />}
      <p className={classes.note}>
        <AmountInWords value={record.total} currency={record.currency} />
      </p>
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

/** The law's code is part of the issued paper: before, only its place is there. */
const awaitsCode = ({ is_tax_invoice, is_issued, is_void, status }: SheetRecord) =>
  is_tax_invoice && !is_issued && !is_void && status !== 'draft'

function CodeAtIssue() {
  const { t } = useTranslation('paper')
  return <p className={`${classes.qr} ${classes.qrPlace}`}>{t('sheet.qr_at_issue')}</p>
}

type PaperTotal = ComponentProps<typeof PaperTotals>['totals'][number]
type SheetRecord = SheetFootProps['record']
type Advances = NonNullable<SheetFootProps['advances']>

/** A label with what it applies to: a rate, a number. */
const labelOf = (name: string, of: string) => (
  <>
    <BilingualLabel name={name} /> <Num>{of}</Num>
  </>
)

const figures = ({ currency, taxes, discount, ...record }: SheetRecord): PaperTotal[] => [
  ...(discount > 0
    ? [
        {
          key: 'rows',
          label: <BilingualLabel name="totals.rows" />,
          value: decimal(record.subtotal).plus(discount),
        },
        { key: 'discount', label: <BilingualLabel name="totals.discount" />, value: -discount },
      ]
    : []),
  ...taxBreakdown(taxes).map((tax) => ({
    key: `tax ${tax.tax_id}`,
    label: labelOf(`sheet.categories.${tax.category}`, `${formatPlain(tax.rate)}%`),
    value: tax.base,
  })),
  ...(['subtotal', 'tax', 'total'] as const).map((name) => ({
    key: name,
    label: <BilingualLabel name={`totals.${name}`} />,
    value: record[name],
    grand: name === 'total',
  })),
  ...selfAssessedTaxes(taxes, currency.decimals).map(({ rate, amount }) => ({
    key: `self-assessed ${rate}`,
    label: labelOf('totals.self_assessed', `${formatPlain(rate)}%`),
    value: amount,
  })),
]

const deductions = (taken: Advances['deductions']): PaperTotal[] =>
  taken.map(({ id, number, total }) => ({ key: id, label: labelOf('sheet.deducted', number), value: -total }))

const inOwnCurrency = (record: SheetRecord, currency: PaperTotal['currency']): PaperTotal[] =>
  (['tax_base', 'total_base'] as const).map((name) => ({
    key: name,
    label: <BilingualLabel name={`totals.${name}`} />,
    value: record[name],
    ...(currency && { currency }),
  }))

/** What the payer keeps, as it was issued. */
const retained = ({ retention = 0, retention_percent }: SheetRecord): PaperTotal[] =>
  retention > 0
    ? [
        {
          key: 'retained',
          label: labelOf('sheet.retained', `${formatPlain(retention_percent ?? 0)}%`),
          value: -retention,
        },
      ]
    : []

const rest = ({ total, retention = 0 }: SheetRecord, advances: Advances | undefined): PaperTotal[] =>
  (advances && advances.deductions.length > 0) || retention > 0
    ? [
        {
          key: 'due',
          label: <BilingualLabel name={retention > 0 ? 'sheet.due_now' : 'sheet.due'} />,
          value: decimal(total)
            .minus(advances?.deducted ?? 0)
            .minus(retention),
          grand: true,
        },
      ]
    : []
