import { Link } from '@tanstack/react-router'
import type { BankLine } from '#contract/bank.ts'
import { formatNumber } from '#contract/paper/format-number.ts'
import { decimal } from '#ledger/money.ts'
import { sheetLink } from '../reports/sheet/sheetLink.ts'
import { Amount } from '../ui/cells/Amount.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { BilingualLabel } from '../ui/print/BilingualLabel.tsx'
import classes from '../ui/print/Paper.module.css'
import { Paper } from '../ui/print/Paper.tsx'
import { PaperFacts } from '../ui/print/PaperFacts.tsx'
import { PaperTable } from '../ui/print/PaperTable.tsx'
import { Signatures } from '../ui/print/Signatures.tsx'
import own from './Bank.module.css'
import { keyOf } from './bankFigures.ts'
import { LineText } from './LineText.tsx'
import type { Reconciliation } from './Reconciliation.ts'

/** The bank's balance, what it has not shown yet, and so the balance of the books; signed by who prepared and who reviewed it. */
export function ReconciliationPaper({ reconciliation }: { reconciliation: Reconciliation }) {
  const { account, currency, lines, notes } = reconciliation
  return (
    <Paper organization={reconciliation.organization} title="bank_reconciliation">
      <section className={classes.parties}>
        <PaperFacts facts={{ bank_account: <bdi>{account.name}</bdi>, account_number: <Num>{account.number}</Num> }} />
        <PaperFacts facts={{ statement_date: <Num>{reconciliation.statement_date}</Num> }} />
        <PaperFacts facts={{ currency: <Num>{currency.code}</Num> }} />
      </section>
      <Steps reconciliation={reconciliation} />
      {(['bank_in', 'bank_out'] as const).map((side) => {
        const rows = lines.filter((line) => (side === 'bank_in' ? line.amount > 0 : line.amount < 0))
        return rows.length > 0 && <OpenLines key={side} side={side} rows={rows} decimals={currency.decimals} />
      })}
      {notes && <p className={classes.note}>{notes}</p>}
      <Signatures names={['prepared_by', 'reviewed_by']} />
    </Paper>
  )
}

/** From the bank's balance to the book balance at the end of the day. */
function Steps({ reconciliation }: { reconciliation: Reconciliation }) {
  const { statement_balance, outstanding, book_balance, currency } = reconciliation
  const explained = decimal(statement_balance).plus(outstanding.in).minus(outstanding.out)
  const unexplained = decimal(book_balance).minus(explained)
  const steps = [
    ['bank_balance', statement_balance],
    ['bank_in', outstanding.in],
    ['bank_out', decimal(outstanding.out).neg()],
    ...(unexplained.eq(0) ? [] : [['bank_unexplained', unexplained] as const]),
    ['book_balance', book_balance],
  ] as const
  return (
    <dl className={own.steps}>
      {steps.map(([name, value]) => (
        <div key={name} className={name.endsWith('balance') ? own.grand : undefined}>
          <dt>
            <BilingualLabel name={`sheet.${name}`} />
          </dt>
          <dd>
            <Amount value={value} currency={currency} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

type OpenLinesProps = { side: 'bank_in' | 'bank_out'; rows: readonly BankLine[]; decimals: number }

function OpenLines({ side, rows, decimals }: OpenLinesProps) {
  return (
    <section className={own.open}>
      <h3>
        <BilingualLabel name={`sheet.${side}`} />
      </h3>
      <PaperTable
        rows={rows}
        keyOf={keyOf}
        columns={[
          { name: 'payment_date', draw: (line) => <Num>{line.entry_date}</Num> },
          { name: 'document_number', draw: (line) => <LineSource line={line} /> },
          {
            name: 'amount',
            figures: true,
            draw: (line) => <Num>{formatNumber(Math.abs(line.amount), decimals)}</Num>,
          },
        ]}
      />
    </section>
  )
}

/** A line of the books opens what posted it. */
function LineSource({ line }: { line: BankLine }) {
  const address = line.source_id === null ? undefined : sheetLink({ to: line.source, query: { id: line.source_id } })
  if (!address) return <LineText line={line} />
  return (
    <Link to={address.to} className="link">
      <LineText line={line} />
    </Link>
  )
}
