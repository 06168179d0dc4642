import type { ReactNode } from 'react'
import classes from '../documents/DocumentSheet.module.css'
import { SheetHead } from '../documents/SheetHead.tsx'
import { TwoWords, useTwoWords } from '../documents/TwoWords.tsx'
import { Amount } from '../kit/cells/Amount.tsx'
import { formatNumber } from '../kit/cells/formatNumber.ts'
import { Num } from '../kit/cells/Num.tsx'
import own from './SetOffs.module.css'
import type { SetOff } from './SetOffViewPage.tsx'

/** The paper both parties sign: which documents of either side settled each other. */
export function SetOffSheet({ setOff }: { setOff: SetOff }) {
  const both = useTwoWords()
  return (
    <div className={classes.sheet} dir="rtl" lang="ar">
      <SheetHead
        organization={setOff.organization}
        title={both(`sheet.titles.${setOff.status === 'void' ? 'void' : 'set_off'}`)}
      />
      <section className={classes.parties}>
        {(['customer', 'supplier'] as const).map((party) => (
          <div key={party} className={classes.party}>
            <h3>
              <TwoWords name={`sheet.${party}`} />
            </h3>
            <p className={classes.name}>
              <bdi>{setOff[party].name}</bdi>
            </p>
          </div>
        ))}
        <dl className={classes.facts}>
          <Fact name="set_off_number">
            <Num>{setOff.number}</Num>
          </Fact>
          <Fact name="payment_date">
            <Num>{setOff.set_off_date}</Num>
          </Fact>
          <Fact name="amount">
            <Amount value={setOff.amount} currency={setOff.currency} />
          </Fact>
        </dl>
      </section>
      {(['receivables', 'payables'] as const).map((list) => (
        <Settled key={list} list={list} setOff={setOff} />
      ))}
      {setOff.notes && <p className={classes.note}>{setOff.notes}</p>}
      <section className={classes.signatures}>
        <span>
          <TwoWords name="sheet.other_party" />
        </span>
        <span>
          <TwoWords name="sheet.accountant" />
        </span>
      </section>
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

function Settled({ list, setOff }: { list: 'receivables' | 'payables'; setOff: SetOff }) {
  const { decimals } = setOff.currency
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: where it is wider than the screen, the keys scroll it
    <div className={`${classes.scroll} ${own.settled}`} tabIndex={0}>
      <table className={classes.items}>
        <thead>
          <tr>
            <th scope="col">
              <TwoWords name={`sheet.set_off_${list}`} />
            </th>
            <th scope="col">
              <TwoWords name="sheet.document_date" />
            </th>
            {['document_total', 'set_off_here'].map((name) => (
              <th key={name} scope="col" className={classes.figures}>
                <TwoWords name={`sheet.${name}`} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {setOff[list].map((row) => (
            <tr key={row.reference_id}>
              <td>
                <Num>{row.number}</Num>
              </td>
              <td>
                <Num>{row.date}</Num>
              </td>
              {(['total', 'amount'] as const).map((name) => (
                <td key={name} className={classes.figures}>
                  <Num>{formatNumber(row[name], decimals)}</Num>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
