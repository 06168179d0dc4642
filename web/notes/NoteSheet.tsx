import type { NoteKind } from '#contract/documents/note-kinds.ts'
import { fieldOf } from '#contract/documents/sides.ts'
import { noteReasons } from '#contract/e-invoice/note-reasons.ts'
import { memoFacts } from '../documents/sheet/memoFacts.tsx'
import { NotIssued } from '../documents/sheet/NotIssued.tsx'
import { OwnCompanyBlock } from '../documents/sheet/OwnCompanyBlock.tsx'
import { SheetFoot } from '../documents/sheet/SheetFoot.tsx'
import { SheetItems } from '../documents/sheet/SheetItems.tsx'
import { Num } from '../ui/cells/Num.tsx'
import classes from '../ui/print/Paper.module.css'
import { Paper } from '../ui/print/Paper.tsx'
import { PaperFacts } from '../ui/print/PaperFacts.tsx'
import { PaperParty } from '../ui/print/PaperParty.tsx'
import { useRateOf } from '../ui/print/useRateOf.tsx'
import type { NoteRecord } from './NoteRecord.ts'

/** The reason of the law in both languages, and what was said of it. */
function NoteReasonOf({ record: { reason, reason_code } }: { record: NoteRecord }) {
  const legal = reason_code && noteReasons[reason_code]
  return (
    <>
      {legal && (
        <>
          <bdi>{legal.ar}</bdi>{' '}
          <span dir="ltr" lang="en" className={classes.english}>
            {legal.en}
          </span>
          {': '}
        </>
      )}
      <bdi>{reason}</bdi>
    </>
  )
}

/** The note as it is printed: like a document, with the document it corrects and why. */
export function NoteSheet({ kind, record }: { kind: NoteKind; record: NoteRecord }) {
  const { organization, branch, reference } = record
  const party = fieldOf<NoteRecord['customer']>(record, kind.side.party) ?? record.customer
  return (
    <Paper organization={organization} title={record.is_void ? 'void_note' : kind.name}>
      <section className={classes.parties}>
        <OwnCompanyBlock
          organization={organization}
          branch={branch}
          as={kind.side.name === 'sales' ? 'seller' : 'buyer'}
        />
        <PaperParty title={kind.side.party} party={party} />
        <PaperFacts
          facts={{
            note_number: <Num>{record.note_number}</Num>,
            note_date: <Num>{record.note_date}</Num>,
            ...(kind.side.name === 'sales' && record.issue_time && { issue_time: <Num>{record.issue_time}</Num> }),
            [`reference_${reference.kind}`]: <Num>{reference.number}</Num>,
            reference_date: <Num>{reference.date}</Num>,
            ...memoFacts(record),
            exchange_rate: useRateOf(record),
            reason: <NoteReasonOf record={record} />,
          }}
        />
      </section>
      <NotIssued record={record} />
      <SheetItems items={record.items} decimals={record.currency.decimals} />
      <SheetFoot record={record} />
    </Paper>
  )
}
