import type { ReactNode } from 'react'
import classes from '../documents/DocumentSheet.module.css'
import { SheetHead } from '../documents/SheetHead.tsx'
import { SheetParty } from '../documents/SheetParty.tsx'
import { TwoWords, useTwoWords } from '../documents/TwoWords.tsx'
import { Amount } from '../kit/cells/Amount.tsx'
import { formatNumber, formatPlain } from '../kit/cells/formatNumber.ts'
import { Num } from '../kit/cells/Num.tsx'
import type { Declaration } from './CustomsViewPage.tsx'

/** The declaration on paper: whom it is owed to, what was charged on what, and where the duty went. */
export function CustomsSheet({ record }: { record: Declaration }) {
  const both = useTwoWords()
  return (
    <div className={classes.sheet} dir="rtl" lang="ar">
      <SheetHead
        organization={record.organization}
        title={both(`sheet.titles.${record.is_void ? 'void' : 'customs_declaration'}`)}
      />
      <section className={classes.parties}>
        <SheetParty title="sheet.payee" party={record.supplier} />
        <dl className={classes.facts}>
          {(['declaration_number', 'declaration_date', 'due_date'] as const).map((name) => (
            <Fact key={name} name={name}>
              <Num>{record[name]}</Num>
            </Fact>
          ))}
        </dl>
        <dl className={classes.facts}>
          {(['customs_value', 'vat_base'] as const).map((name) => (
            <Fact key={name} name={name}>
              <Amount value={record[name]} currency={record.currency} />
            </Fact>
          ))}
        </dl>
      </section>
      {record.lines.length > 0 && <ClearedGoods record={record} />}
      <footer className={classes.foot}>
        <div className={classes.notes}>{record.notes && <p className={classes.note}>{record.notes}</p>}</div>
        <dl className={classes.totals}>
          {(['duty', 'vat', 'total'] as const).map((name) => (
            <div key={name} className={name === 'total' ? classes.grand : undefined}>
              <dt>
                <TwoWords name={`sheet.customs_${name}`} />
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

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>
        <TwoWords name={`sheet.${name}`} />
      </dt>
      <dd>{children}</dd>
    </div>
  )
}

const columns = ['quantity', 'customs_value', 'customs_duty', 'stock_duty', 'rest_duty'] as const

function ClearedGoods({ record }: { record: Declaration }) {
  const { decimals } = record.currency
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: where it is wider than the screen, the keys scroll it
    <div className={classes.scroll} tabIndex={0}>
      <table className={classes.items}>
        <thead>
          <tr>
            <th scope="col">
              <TwoWords name="sheet.item_name" />
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className={classes.figures}>
                <TwoWords name={`sheet.${column}`} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {record.lines.map((line) => (
            <tr key={line.line_number}>
              <td>
                <bdi>{line.name}</bdi>
                {line.name_en && (
                  <bdi lang="en" className={classes.itemEnglish}>
                    {line.name_en}
                  </bdi>
                )}
              </td>
              <td className={classes.figures}>
                <Num>{formatPlain(line.quantity)}</Num> {line.unit && <bdi className={classes.unit}>{line.unit}</bdi>}
              </td>
              {[line.value, line.duty, line.stock_duty, line.rest_duty].map((figure, index) => (
                <td key={columns[index + 1]} className={classes.figures}>
                  <Num>{formatNumber(figure, decimals)}</Num>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
