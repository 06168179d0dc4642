import { TextInput } from '@mantine/core'
import { formatNumber } from '#contract/paper/format-number.ts'
import { customers, suppliers } from '#contract/parties.ts'
import { CostCenterCell } from '../accounting-ui/CostCenterCell.tsx'
import { optionsOf } from '../api/optionsOf.ts'
import { Num } from '../ui/cells/Num.tsx'
import { FigureInput } from '../ui/fields/FigureInput.tsx'
import type { LineColumn } from '../ui/lines/LineColumn.ts'
import { figureOf } from '../ui/values/figureOf.ts'
import classes from './Journal.module.css'
import type { FlaggedColumn, JournalLine } from './journalLine.ts'
import { AccountCell, NumberAndName, PartyCell } from './lineCells.tsx'

/** Account, the references that are shown, both sides, and what the line is about. */
export function lineColumns(shown: ReadonlySet<FlaggedColumn>, decimals: number): readonly LineColumn<JournalLine>[] {
  const flagged = referenceColumns.filter(({ column }) => shown.has(column))
  return [accountColumn, ...flagged, sideColumn('debit', decimals), sideColumn('credit', decimals), descriptionColumn]
}

const accountColumn: LineColumn<JournalLine> = {
  name: 'account_id',
  read: (row) => <NumberAndName number={row.account_number} name={row.account_name} />,
  edit: (cell) => <AccountCell {...cell} />,
}

const customerOptions = optionsOf(customers)
const supplierOptions = optionsOf(suppliers)
const referenceColumns: readonly (LineColumn<JournalLine> & { column: FlaggedColumn })[] = [
  {
    column: 'cost_center',
    name: 'cost_center_id',
    read: (row) => <bdi>{row.cost_center_name}</bdi>,
    edit: (cell) => <CostCenterCell {...cell} />,
  },
  {
    column: 'customer',
    name: 'customer_id',
    read: (row) => <bdi>{row.customer_name}</bdi>,
    edit: (cell) => <PartyCell {...cell} party="customer" call={customerOptions} />,
  },
  {
    column: 'supplier',
    name: 'supplier_id',
    read: (row) => <bdi>{row.supplier_name}</bdi>,
    edit: (cell) => <PartyCell {...cell} party="supplier" call={supplierOptions} />,
  },
]

/** A line has one side: typing on this side empties the other. */
function sideColumn(side: 'debit' | 'credit', decimals: number): LineColumn<JournalLine> {
  const other = side === 'debit' ? 'credit' : 'debit'
  return {
    name: side,
    width: '128px',
    figures: true,
    // A line has one side; the other is blank.
    read: (row) => (figureOf(row[side]).eq(0) ? null : <Num>{formatNumber(figureOf(row[side]), decimals)}</Num>),
    edit: ({ row, change, control }) => (
      <div className={classes.figure}>
        <FigureInput
          {...control}
          decimals={decimals}
          value={row[side]}
          onChange={(figure) => change(figureOf(figure).gt(0) ? { [side]: figure, [other]: '' } : { [side]: figure })}
        />
      </div>
    ),
  }
}

const descriptionColumn: LineColumn<JournalLine> = {
  name: 'description',
  read: (row) => <bdi>{row.description}</bdi>,
  edit: ({ row, change, control }) => (
    <div className={classes.text}>
      <TextInput
        {...control}
        value={row.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
        autoComplete="off"
        classNames={{ input: 'any-input' }}
      />
    </div>
  ),
}
