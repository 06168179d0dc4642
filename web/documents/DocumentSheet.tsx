import type { Side } from '#contract/sides.ts'
import { Num } from '../kit/cells/Num.tsx'
import type { DocumentRecord } from './DocumentForm.tsx'
import classes from './DocumentSheet.module.css'
import { SheetFoot } from './SheetFoot.tsx'
import { SheetHead } from './SheetHead.tsx'
import { SheetItems } from './SheetItems.tsx'
import { SheetParty } from './SheetParty.tsx'
import { TwoWords, useTwoWords } from './TwoWords.tsx'

/** The document as it is printed: Arabic first with English beside it, whatever language the screen has. */
export function DocumentSheet({ side, record }: { side: Side; record: DocumentRecord }) {
  const both = useTwoWords()
  const { organization, branch } = record
  const fields = record as unknown as Record<string, string>
  const dates = [side.numberField, side.dateField, 'due_date'] as const
  return (
    <div className={classes.sheet} dir="rtl" lang="ar">
      <SheetHead organization={record.organization} title={both(titleOf(side, record))} />
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
        <SheetParty title={`sheet.${side.party}`} party={partyOf(side, record)} />
        <dl className={classes.facts}>
          {dates.map((name) => (
            <div key={name}>
              <dt>
                <TwoWords name={`sheet.${name}`} />
              </dt>
              <dd>
                <Num>{fields[name]}</Num>
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <SheetItems items={record.items} decimals={record.currency.decimals} />
      <SheetFoot record={record} takesAdvances={side.document === 'invoice'} qrLabel={both('sheet.qr').ar} />
    </div>
  )
}

const partyOf = (side: Side, record: DocumentRecord) =>
  (record as unknown as Record<string, DocumentRecord['customer']>)[side.party] ?? record.customer

/** What the paper may call itself: only a posted document of a registered seller is a tax invoice. */
function titleOf(side: Side, record: DocumentRecord): string {
  if (record.is_void) return 'sheet.titles.void'
  if (record.status === 'draft') return 'sheet.titles.draft'
  if (side.document === 'bill') return 'sheet.titles.bill'
  const isTaxed = record.organization.tax_number !== null
  if (side.document === 'advance_invoice') return `sheet.titles.${isTaxed ? 'advance_invoice' : 'advance_plain'}`
  if (!isTaxed) return 'sheet.titles.invoice'
  return partyOf(side, record).tax_number ? 'sheet.titles.tax_invoice' : 'sheet.titles.simplified'
}
