import type { SideName } from '#contract/documents/sides.ts'
import { Amount } from '../../ui/cells/Amount.tsx'
import { Num } from '../../ui/cells/Num.tsx'
import { AmountInWords } from '../../ui/print/AmountInWords.tsx'
import classes from '../../ui/print/Paper.module.css'
import { Paper } from '../../ui/print/Paper.tsx'
import { PaperFacts } from '../../ui/print/PaperFacts.tsx'
import { PaperItem } from '../../ui/print/PaperItem.tsx'
import { PaperParty } from '../../ui/print/PaperParty.tsx'
import { Signatures } from '../../ui/print/Signatures.tsx'

type NamedMethod = { name: string; name_en: string | null }
type Issuer = { name: string; name_en: string | null; logo?: string | null }
export type Refunded = {
  id: number
  refund_date: string
  amount: number
  method: NamedMethod | null
  notes?: string | null
  /** As they were called when it was issued. */
  organization?: Issuer | undefined
  party?: NamedMethod | undefined
}
export type RefundSheetProps = {
  side: SideName
  refund: Refunded
  /** The payment or note that was refunded. */
  number: string
  party: NamedMethod
  organization: Issuer
  currency: { code: string; decimals: number }
}

/** The voucher of what was given back of an advance: who received how much, and of what. */
export function RefundSheet({ side, refund, number, party, organization, currency }: RefundSheetProps) {
  return (
    <Paper organization={refund.organization ?? organization} title={`refund_${side}`}>
      <section className={classes.parties}>
        <PaperParty
          title={side === 'sales' ? 'expense_payment_party' : 'income_payment_party'}
          party={refund.party ?? party}
        />
        <PaperFacts facts={{ refund_of: <Num>{number}</Num>, payment_date: <Num>{refund.refund_date}</Num> }} />
        <PaperFacts
          facts={{
            payment_method: refund.method && <PaperItem {...refund.method} />,
            amount: <Amount value={refund.amount} currency={currency} />,
          }}
        />
      </section>
      <div className={classes.words}>
        <PaperFacts facts={{ in_words: <AmountInWords value={refund.amount} currency={currency} /> }} />
      </div>
      {refund.notes && <p className={classes.note}>{refund.notes}</p>}
      <Signatures names={['receiver', 'accountant']} />
    </Paper>
  )
}
