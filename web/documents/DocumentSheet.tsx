import type { Side } from '#contract/sides.ts'
import { Amount } from '../kit/cells/Amount.tsx'
import { Num } from '../kit/cells/Num.tsx'
import type { DocumentRecord } from './DocumentForm.tsx'
import classes from './DocumentSheet.module.css'
import { QrCode } from './QrCode.tsx'
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
      <header className={classes.head}>
        <div>
          {organization.logo && <img src={organization.logo} alt="" className={classes.logo} />}
          <h2 className={classes.organization}>{organization.name}</h2>
          {organization.name_en && (
            <p dir="ltr" lang="en" className={classes.english}>
              {organization.name_en}
            </p>
          )}
        </div>
        <div className={classes.title}>
          <h2>{both(titleOf(side, record)).ar}</h2>
          <p dir="ltr" lang="en">
            {both(titleOf(side, record)).en}
          </p>
        </div>
      </header>
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
      <footer className={classes.foot}>
        <div className={classes.notes}>
          {record.qr && <QrCode text={record.qr} label={both('sheet.qr').ar} />}
          {record.notes && <p className={classes.note}>{record.notes}</p>}
        </div>
        <dl className={classes.totals}>
          {(['subtotal', 'tax', 'total'] as const).map((name) => (
            <div key={name} className={name === 'total' ? classes.grand : undefined}>
              <dt>
                <TwoWords name={`totals.${name}`} />
              </dt>
              <dd>
                <Amount value={record[name]} currency={record.currency} />
              </dd>
            </div>
          ))}
        </dl>
      </footer>
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
  if (record.organization.tax_number === null) return 'sheet.titles.invoice'
  return partyOf(side, record).tax_number ? 'sheet.titles.tax_invoice' : 'sheet.titles.simplified'
}
