import { useTranslation } from 'react-i18next'
import { fieldOf, type Side } from '#contract/documents/sides.ts'
import { documentTitle } from '#contract/paper/document-title.ts'
import { Num } from '../../ui/cells/Num.tsx'
import classes from '../../ui/print/Paper.module.css'
import { Paper } from '../../ui/print/Paper.tsx'
import { PaperFacts } from '../../ui/print/PaperFacts.tsx'
import { PaperParty } from '../../ui/print/PaperParty.tsx'
import { useRateOf } from '../../ui/print/useRateOf.tsx'
import type { DocumentRecord } from '../DocumentForm.tsx'
import { memoFacts } from './memoFacts.tsx'
import { NotIssued } from './NotIssued.tsx'
import { OwnCompanyBlock } from './OwnCompanyBlock.tsx'
import { SheetFoot } from './SheetFoot.tsx'
import { SheetItems } from './SheetItems.tsx'

/** The document as it is printed. */
export function DocumentSheet({ side, record }: { side: Side; record: DocumentRecord }) {
  const rate = useRateOf(record)
  const { t: words } = useTranslation('paper')
  const facts = [side.numberField, side.dateField, 'due_date'].map((name) => [
    name,
    <Num key={name}>
      {name === 'due_date' ? (record.printed?.due_date ?? record.due_date) : fieldOf<string>(record, name)}
    </Num>,
  ])
  return (
    <Paper organization={record.organization} title={titleOf(side, record)}>
      <section className={classes.parties}>
        <OwnCompanyBlock
          organization={record.organization}
          branch={record.branch}
          as={side.name === 'sales' ? 'seller' : 'buyer'}
        />
        <PaperParty title={side.party} party={partyOf(side, record)} />
        <PaperFacts
          facts={{
            ...Object.fromEntries(facts),
            ...(record.e_document &&
              record.e_document.environment !== 'production' && { trial: words('sheet.trial_value') }),
            ...(side.name === 'sales' && record.issue_time && { issue_time: <Num>{record.issue_time}</Num> }),
            ...memoFacts(record),
            exchange_rate: rate,
          }}
        />
      </section>
      <NotIssued record={record} />
      <SheetItems items={record.items} decimals={record.currency.decimals} />
      <SheetFoot record={record} advances={side.document === 'invoice' ? record : undefined} />
    </Paper>
  )
}

const partyOf = (side: Side, record: DocumentRecord) =>
  fieldOf<DocumentRecord['customer']>(record, side.party) ?? record.customer

const titleOf = (side: Side, record: DocumentRecord): string =>
  documentTitle({
    document: side.document,
    is_void: record.is_void,
    status: record.status,
    isTaxed: record.is_tax_invoice,
    audience: record.audience,
    hasBuyerNumber: Boolean(partyOf(side, record).tax_number),
  })
