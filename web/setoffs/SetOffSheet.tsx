import { formatNumber } from '#contract/paper/format-number.ts'
import { Amount } from '../ui/cells/Amount.tsx'
import { Num } from '../ui/cells/Num.tsx'
import classes from '../ui/print/Paper.module.css'
import { Paper } from '../ui/print/Paper.tsx'
import { PaperFacts } from '../ui/print/PaperFacts.tsx'
import { PaperParty } from '../ui/print/PaperParty.tsx'
import { PaperTable } from '../ui/print/PaperTable.tsx'
import { Signatures } from '../ui/print/Signatures.tsx'
import type { SetOff } from './SetOff.ts'
import own from './SetOffs.module.css'

/** The paper both parties sign: which documents of either side settled each other. */
export function SetOffSheet({ setOff }: { setOff: SetOff }) {
  return (
    <Paper organization={setOff.organization} title={setOff.status === 'void' ? 'void_set_off' : 'set_off'}>
      <section className={classes.parties}>
        <PaperParty title="customer" party={setOff.customer} />
        <PaperParty title="supplier" party={setOff.supplier} />
        <PaperFacts
          facts={{
            set_off_number: <Num>{setOff.number}</Num>,
            payment_date: <Num>{setOff.set_off_date}</Num>,
            amount: <Amount value={setOff.amount} currency={setOff.currency} />,
          }}
        />
      </section>
      {(['receivables', 'payables'] as const).map((list) => (
        <div key={list} className={own.settled}>
          <Settled list={list} setOff={setOff} />
        </div>
      ))}
      {setOff.notes && <p className={classes.note}>{setOff.notes}</p>}
      <Signatures names={['other_party', 'accountant']} />
    </Paper>
  )
}

function Settled({ list, setOff }: { list: 'receivables' | 'payables'; setOff: SetOff }) {
  const { decimals } = setOff.currency
  return (
    <PaperTable
      rows={setOff[list]}
      keyOf={(row) => row.reference_id}
      columns={[
        { name: `set_off_${list}`, draw: (row) => <Num>{row.number}</Num> },
        { name: 'document_date', draw: (row) => <Num>{row.date}</Num> },
        { name: 'document_total', figures: true, draw: (row) => <Num>{formatNumber(row.total, decimals)}</Num> },
        { name: 'set_off_here', figures: true, draw: (row) => <Num>{formatNumber(row.amount, decimals)}</Num> },
      ]}
    />
  )
}
