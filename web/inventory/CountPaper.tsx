import type { stockCounts } from '#contract/counts.ts'
import { formatNumber, formatPlain } from '#contract/paper/format-number.ts'
import { decimal } from '#ledger/money.ts'
import type { RecordOf } from '../api/resource.ts'
import { useUser } from '../api/session.ts'
import { Num } from '../ui/cells/Num.tsx'
import { BilingualLabel } from '../ui/print/BilingualLabel.tsx'
import classes from '../ui/print/Paper.module.css'
import { Paper } from '../ui/print/Paper.tsx'
import { PaperFacts } from '../ui/print/PaperFacts.tsx'
import { PaperItem, PaperUnit } from '../ui/print/PaperItem.tsx'
import { PaperTable } from '../ui/print/PaperTable.tsx'
import { PaperTotals } from '../ui/print/PaperTotals.tsx'
import { Signatures } from '../ui/print/Signatures.tsx'
import { countTotals } from './countFigures.ts'

type Count = RecordOf<typeof stockCounts>

/** A posted count on paper, signed by the storekeeper: book quantity, counted quantity, difference. */
export function CountPaper({ count }: { count: Count }) {
  const { organization } = useUser()
  const totals = countTotals(count.lines.map((line) => decimal(line.value)))
  return (
    <Paper organization={organization} title={count.status === 'posted' ? 'stock_count' : 'void_count'}>
      <section className={classes.parties}>
        <PaperFacts facts={{ count_number: <Num>{count.number}</Num> }} />
        <PaperFacts facts={{ count_date: <Num>{count.count_date}</Num> }} />
        <PaperFacts
          facts={{
            branch: <bdi>{count.branch.name}</bdi>,
            ...(count.place && { place: <bdi>{count.place.name}</bdi> }),
          }}
        />
      </section>
      <CountedLines lines={count.lines} decimals={organization.currency.decimals} />
      <PaperTotals
        currency={organization.currency}
        totals={(['loss', 'gain', 'net'] as const).map((name) => ({
          key: name,
          label: <BilingualLabel name={`sheet.count_${name}`} />,
          value: totals[name],
          grand: name === 'net',
        }))}
      >
        {count.notes && <p className={classes.note}>{count.notes}</p>}
      </PaperTotals>
      <Signatures names={['storekeeper', 'accountant']} />
    </Paper>
  )
}

function CountedLines({ lines, decimals }: { lines: Count['lines']; decimals: number }) {
  return (
    <PaperTable
      rows={lines}
      keyOf={(line) => line.line_number}
      columns={[
        { name: 'item_code', draw: (line) => <Num>{line.code}</Num> },
        { name: 'item_name', draw: (line) => <PaperItem name={line.name} name_en={line.name_en} /> },
        { name: 'book_quantity', figures: true, draw: (line) => <Num>{formatPlain(line.book_quantity)}</Num> },
        { name: 'unit', draw: (line) => <PaperUnit {...line} /> },
        { name: 'counted', figures: true, draw: (line) => <Num>{formatPlain(line.counted)}</Num> },
        { name: 'difference', figures: true, draw: (line) => <Num>{formatPlain(line.difference)}</Num> },
        { name: 'value_difference', figures: true, draw: (line) => <Num>{formatNumber(line.value, decimals)}</Num> },
      ]}
    />
  )
}
