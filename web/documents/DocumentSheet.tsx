import type { Side } from '#contract/sides.ts'
import { Num } from '../kit/cells/Num.tsx'
import classes from '../paper/Paper.module.css'
import { Paper } from '../paper/Paper.tsx'
import { PaperFacts } from '../paper/PaperFacts.tsx'
import { PaperParty } from '../paper/PaperParty.tsx'
import { useRateOf } from '../paper/useRateOf.tsx'
import type { DocumentRecord } from './DocumentForm.tsx'
import { Ourselves } from './Ourselves.tsx'
import { SheetFoot } from './SheetFoot.tsx'
import { SheetItems } from './SheetItems.tsx'

/** The document as it is printed. */
export function DocumentSheet({ side, record }: { side: Side; record: DocumentRecord }) {
  const fields = record as unknown as Record<string, string>
  const rate = useRateOf(record)
  const facts = [side.numberField, side.dateField, 'due_date'].map((name) => [
    name,
    <Num key={name}>{name === 'due_date' ? (record.printed?.due_date ?? record.due_date) : fields[name]}</Num>,
  ])
  return (
    <Paper organization={record.organization} title={titleOf(side, record)}>
      <section className={classes.parties}>
        <Ourselves
          organization={record.organization}
          branch={record.branch}
          as={side.name === 'sales' ? 'seller' : 'buyer'}
        />
        <PaperParty title={side.party} party={partyOf(side, record)} />
        <PaperFacts facts={{ ...Object.fromEntries(facts), exchange_rate: rate }} />
      </section>
      <SheetItems items={record.items} decimals={record.currency.decimals} />
      <SheetFoot record={record} advances={side.document === 'invoice' ? record : undefined} />
    </Paper>
  )
}

const partyOf = (side: Side, record: DocumentRecord) =>
  (record as unknown as Record<string, DocumentRecord['customer']>)[side.party] ?? record.customer

/** What the paper may call itself: only what was posted by a registered seller is a tax invoice. */
function titleOf(side: Side, record: DocumentRecord): string {
  if (record.is_void) return 'void'
  if (record.status === 'draft') return 'draft'
  if (side.document === 'bill') return 'bill'
  const isTaxed = record.is_tax_invoice
  if (side.document === 'advance_invoice') return isTaxed ? 'advance_invoice' : 'advance_plain'
  if (!isTaxed) return 'invoice'
  return partyOf(side, record).tax_number ? 'tax_invoice' : 'simplified'
}
