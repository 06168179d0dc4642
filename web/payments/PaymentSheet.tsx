import { fieldOf, type Side } from '#contract/documents/sides.ts'
import { type FormattableNumber, formatNumber } from '#contract/paper/format-number.ts'
import { decimal } from '#ledger/money.ts'
import { useUser } from '../api/session.ts'
import { Amount } from '../ui/cells/Amount.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { AmountInWords } from '../ui/print/AmountInWords.tsx'
import classes from '../ui/print/Paper.module.css'
import { Paper } from '../ui/print/Paper.tsx'
import { PaperFacts } from '../ui/print/PaperFacts.tsx'
import { PaperItem } from '../ui/print/PaperItem.tsx'
import { PaperParty } from '../ui/print/PaperParty.tsx'
import { PaperTable } from '../ui/print/PaperTable.tsx'
import { Signatures } from '../ui/print/Signatures.tsx'
import { useRateOf } from '../ui/print/useRateOf.tsx'
import type { PaymentRecord } from './PaymentForm.tsx'

/** The printed voucher: payer, payee, amount and purpose. */
export function PaymentSheet({ side, record }: { side: Side; record: PaymentRecord }) {
  const party = fieldOf<{ name: string; name_en: string | null } | undefined>(record, side.party) ?? { name: '' }
  const { withheld: tax = 0, withholding_borne: isBorne } = record as { withheld?: number; withholding_borne?: boolean }
  // The amount the signer received: withheld tax is not included, and tax that we bear is on top of it.
  const withheld = isBorne ? 0 : tax
  const handed = decimal(record.amount).minus(withheld)
  const rate = useRateOf(record)
  const own = useUser().organization.currency
  const money = (value: FormattableNumber) => <Amount value={value} currency={record.currency} />
  return (
    <Paper organization={record.organization} title={record.is_void ? 'void_voucher' : side.payment}>
      <section className={classes.parties}>
        <PaperParty title={`${side.payment}_party`} party={party} />
        <PaperFacts
          facts={{
            payment_number: <Num>{record.payment_number}</Num>,
            payment_date: <Num>{record.payment_date}</Num>,
          }}
        />
        <PaperFacts
          facts={{
            payment_method: <PaperItem {...record.payment_method} />,
            amount: money(record.amount),
            withheld: withheld > 0 && money(withheld),
            paid_net: withheld > 0 && money(handed),
            withheld_borne: Boolean(isBorne) && money(tax),
            exchange_rate: rate,
            amount_base: rate && <Amount value={record.amount_base} currency={own} />,
          }}
        />
      </section>
      <div className={classes.words}>
        <PaperFacts facts={{ in_words: <AmountInWords value={handed} currency={record.currency} /> }} />
      </div>
      {record.references.length > 0 && <PaidDocuments side={side} record={record} />}
      {record.printed.notes && <p className={classes.note}>{record.printed.notes}</p>}
      <Signatures names={['receiver', 'accountant']} />
    </Paper>
  )
}

function PaidDocuments({ side, record }: { side: Side; record: PaymentRecord }) {
  const { decimals } = record.currency
  const wordOf = (row: object, name: string) => <Num>{(row as Record<string, string>)[name]}</Num>
  return (
    <PaperTable
      rows={record.references}
      keyOf={(row) => row.reference_id}
      columns={[
        { name: side.numberField, draw: (row) => wordOf(row, side.numberField) },
        { name: side.dateField, draw: (row) => wordOf(row, side.dateField) },
        { name: 'document_total', figures: true, draw: (row) => <Num>{formatNumber(row.total, decimals)}</Num> },
        { name: 'paid_here', figures: true, draw: (row) => <Num>{formatNumber(row.amount, decimals)}</Num> },
      ]}
    />
  )
}
