import type { Side } from '#contract/sides.ts'
import { decimal, toNumber } from '#ledger/money.ts'
import classes from '../documents/DocumentSheet.module.css'
import { SheetHead } from '../documents/SheetHead.tsx'
import { TwoWords, useTwoWords } from '../documents/TwoWords.tsx'
import { Amount } from '../kit/cells/Amount.tsx'
import { formatNumber } from '../kit/cells/formatNumber.ts'
import { Num } from '../kit/cells/Num.tsx'
import type { PaymentRecord } from './PaymentForm.tsx'

/** The voucher as it is printed: who paid whom how much, and for what. */
export function PaymentSheet({ side, record }: { side: Side; record: PaymentRecord }) {
  const both = useTwoWords()
  const fields = record as unknown as Record<string, { name: string; name_en: string | null }>
  const party = fields[side.party]
  const withheld = Number((record as { withheld?: number }).withheld ?? 0)
  return (
    <div className={classes.sheet} dir="rtl" lang="ar">
      <SheetHead
        organization={record.organization}
        title={both(`sheet.titles.${record.is_void ? 'void' : side.payment}`)}
      />
      <section className={classes.parties}>
        <div className={classes.party}>
          <h3>
            <TwoWords name={`sheet.${side.payment}_party`} />
          </h3>
          <p className={classes.name}>
            <bdi>{party?.name}</bdi>
          </p>
          {party?.name_en && (
            <p dir="ltr" lang="en" className={classes.english}>
              {party.name_en}
            </p>
          )}
        </div>
        <dl className={classes.facts}>
          <Fact name="payment_number">
            <Num>{record.payment_number}</Num>
          </Fact>
          <Fact name="payment_date">
            <Num>{record.payment_date}</Num>
          </Fact>
        </dl>
        <dl className={classes.facts}>
          <Fact name="payment_method">
            <bdi>{record.payment_method.name}</bdi>
          </Fact>
          <Fact name="amount">
            <Amount value={record.amount} currency={record.currency} />
          </Fact>
          {withheld > 0 && (
            <>
              <Fact name="withheld">
                <Amount value={withheld} currency={record.currency} />
              </Fact>
              <Fact name="paid_net">
                <Amount value={toNumber(decimal(record.amount).minus(withheld))} currency={record.currency} />
              </Fact>
            </>
          )}
        </dl>
      </section>
      {record.references.length > 0 && <PaidDocuments side={side} record={record} />}
      {record.notes && <p className={classes.note}>{record.notes}</p>}
      <section className={classes.signatures}>
        <span>
          <TwoWords name="sheet.receiver" />
        </span>
        <span>
          <TwoWords name="sheet.accountant" />
        </span>
      </section>
    </div>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>
        <TwoWords name={`sheet.${name}`} />
      </dt>
      <dd>{children}</dd>
    </div>
  )
}

function PaidDocuments({ side, record }: { side: Side; record: PaymentRecord }) {
  const decimals = record.currency.decimals
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: where it is wider than the screen, the keys scroll it
    <div className={classes.scroll} tabIndex={0}>
      <table className={classes.items}>
        <thead>
          <tr>
            <th scope="col">
              <TwoWords name={`sheet.${side.numberField}`} />
            </th>
            <th scope="col">
              <TwoWords name={`sheet.${side.dateField}`} />
            </th>
            <th scope="col" className={classes.figures}>
              <TwoWords name="sheet.document_total" />
            </th>
            <th scope="col" className={classes.figures}>
              <TwoWords name="sheet.paid_here" />
            </th>
          </tr>
        </thead>
        <tbody>
          {record.references.map((row) => {
            const words = row as unknown as Record<string, string>
            return (
              <tr key={row.reference_id}>
                <td>
                  <Num>{words[side.numberField]}</Num>
                </td>
                <td>
                  <Num>{words[side.dateField]}</Num>
                </td>
                <td className={classes.figures}>
                  <Num>{formatNumber(row.total, decimals)}</Num>
                </td>
                <td className={classes.figures}>
                  <Num>{formatNumber(row.amount, decimals)}</Num>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
