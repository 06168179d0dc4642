import type { NoteKind } from '#contract/note-kinds.ts'
import { Ourselves } from '../documents/Ourselves.tsx'
import { SheetFoot } from '../documents/SheetFoot.tsx'
import { SheetItems } from '../documents/SheetItems.tsx'
import { Num } from '../kit/cells/Num.tsx'
import classes from '../paper/Paper.module.css'
import { Paper } from '../paper/Paper.tsx'
import { PaperFacts } from '../paper/PaperFacts.tsx'
import { PaperParty } from '../paper/PaperParty.tsx'
import { useRateOf } from '../paper/useRateOf.tsx'
import type { NoteRecord } from './NoteViewPage.tsx'

/** The note as it is printed: like a document, with the document it corrects and why. */
export function NoteSheet({ kind, record }: { kind: NoteKind; record: NoteRecord }) {
  const { organization, branch, reference } = record
  const party = (record as unknown as Record<string, NoteRecord['customer']>)[kind.side.party] ?? record.customer
  return (
    <Paper organization={organization} title={record.is_void ? 'void_note' : kind.name}>
      <section className={classes.parties}>
        <Ourselves organization={organization} branch={branch} as={kind.side.name === 'sales' ? 'seller' : 'buyer'} />
        <PaperParty title={kind.side.party} party={party} />
        <PaperFacts
          facts={{
            note_number: <Num>{record.note_number}</Num>,
            note_date: <Num>{record.note_date}</Num>,
            [`reference_${reference.kind}`]: <Num>{reference.number}</Num>,
            reference_date: <Num>{reference.date}</Num>,
            exchange_rate: useRateOf(record),
            reason: record.reason && <bdi>{record.reason}</bdi>,
          }}
        />
      </section>
      <SheetItems items={record.items} decimals={record.currency.decimals} />
      <SheetFoot record={record} />
    </Paper>
  )
}
