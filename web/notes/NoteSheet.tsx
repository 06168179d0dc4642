import type { NoteKind } from '#contract/note-kinds.ts'
import classes from '../documents/DocumentSheet.module.css'
import { SheetFoot } from '../documents/SheetFoot.tsx'
import { SheetHead } from '../documents/SheetHead.tsx'
import { SheetItems } from '../documents/SheetItems.tsx'
import { SheetParty } from '../documents/SheetParty.tsx'
import { TwoWords, useTwoWords } from '../documents/TwoWords.tsx'
import { Num } from '../kit/cells/Num.tsx'
import type { NoteRecord } from './NoteViewPage.tsx'

/** The note as it is printed: like a document, with the document it corrects and why. */
export function NoteSheet({ kind, record }: { kind: NoteKind; record: NoteRecord }) {
  const both = useTwoWords()
  const { organization, branch } = record
  const party = (record as unknown as Record<string, NoteRecord['customer']>)[kind.side.party] ?? record.customer
  const facts = [
    ['note_number', record.note_number],
    ['note_date', record.note_date],
    [`reference_${record.reference.kind}`, record.reference.number],
    ['reference_date', record.reference.date],
  ] as const
  return (
    <div className={classes.sheet} dir="rtl" lang="ar">
      <SheetHead organization={organization} title={both(`sheet.titles.${record.is_void ? 'void' : kind.name}`)} />
      <section className={classes.parties}>
        <SheetParty
          title="sheet.from"
          party={{
            ...branch,
            name: organization.name,
            name_en: organization.name_en,
            tax_number: organization.tax_number,
            commercial_registration: organization.commercial_registration,
            branch: branch.name,
          }}
        />
        <SheetParty title={`sheet.${kind.side.party}`} party={party} />
        <dl className={classes.facts}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>
                <TwoWords name={`sheet.${name}`} />
              </dt>
              <dd>
                <Num>{value}</Num>
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <SheetItems items={record.items} decimals={record.currency.decimals} />
      <SheetFoot record={{ ...record, notes: record.reason } as never} qrLabel={both('sheet.qr').ar} />
    </div>
  )
}
