import { ActionIcon } from '@mantine/core'
import type { Side } from '#contract/documents/sides.ts'
import { groupThousands } from '#ledger/group-thousands.ts'
import { type Decimal, decimal, parseDecimal, text } from '#ledger/money.ts'
import IconFill from '~icons/tabler/checks'
import { Num } from '../ui/cells/Num.tsx'
import { FigureInput } from '../ui/fields/FigureInput.tsx'
import type { LineCell, LineColumn } from '../ui/lines/LineColumn.ts'
import { LineSelect } from '../ui/lines/LineSelect.tsx'
import { Tooltip } from '../ui/tooltip/Tooltip.tsx'
import classes from './Payment.module.css'
import type { OpenDocument, ReferenceRow } from './referenceRow.ts'

type ReferenceColumnsFacts = {
  side: Side
  offered: readonly OpenDocument[]
  /** The row that choosing a document makes; null where the choice is refused. */
  choose: (row: ReferenceRow, id: string) => ReferenceRow | null
  cap: (row: ReferenceRow) => Decimal
  fillLabel: string
  /** In the payment's currency. */
  decimals: number | undefined
}

/** Document, its dates and amounts, and the part of the payment that it takes. */
export function referenceColumns(facts: ReferenceColumnsFacts): readonly LineColumn<ReferenceRow>[] {
  const { side, offered, choose, decimals } = facts
  const money = (figure: string) => groupThousands(figure, decimals)
  const choices = offered.map((document) => ({ value: String(document.id), label: String(document[side.numberField]) }))
  return [
    {
      name: 'reference_id',
      width: '220px',
      read: (row) => <Num>{row.number}</Num>,
      edit: ({ row, change, control }) => (
        <LineSelect
          control={control}
          value={row.reference_id}
          clearable
          choices={
            row.reference_id && !choices.some(({ value }) => value === row.reference_id)
              ? [{ value: row.reference_id, label: row.number }, ...choices]
              : choices
          }
          onChange={(id) => {
            const chosen = choose(row, id)
            if (chosen) change(chosen)
          }}
        />
      ),
    },
    { name: side.dateField, read: (row) => <Num>{row.date}</Num> },
    { name: 'due_date', read: (row) => <Num>{row.due_date}</Num> },
    { name: 'total', figures: true, read: (row) => <Num>{money(row.total)}</Num> },
    { name: 'paid_amount', figures: true, read: (row) => <Num>{money(row.paid_amount)}</Num> },
    { name: 'remaining_amount', figures: true, read: (row) => <Num>{money(row.open)}</Num> },
    {
      name: 'amount',
      width: '190px',
      figures: true,
      read: (row) => <Num>{money(row.amount)}</Num>,
      edit: (cell) => <AmountCell cell={cell} facts={facts} />,
    },
  ]
}

/** The amount, re-capped as it is typed, with the button that fills in all that is allowed. */
function AmountCell({
  cell: { row, change, control },
  facts: { cap, fillLabel, decimals },
}: {
  cell: LineCell<ReferenceRow>
  facts: ReferenceColumnsFacts
}) {
  const settle = (figure: string) => {
    const parsed = parseDecimal(figure)
    const most = cap(row)
    return parsed !== null && decimal(parsed).gt(most) ? text(most) : figure
  }
  return (
    <span className={classes.amountCell}>
      <FigureInput
        {...control}
        decimals={decimals}
        value={row.amount}
        onChange={(amount) => change({ amount })}
        settle={settle}
      />
      <Tooltip label={fillLabel}>
        <ActionIcon
          aria-label={fillLabel}
          disabled={row.reference_id === ''}
          onClick={() => change({ amount: text(cap(row)) })}
        >
          <IconFill aria-hidden />
        </ActionIcon>
      </Tooltip>
    </span>
  )
}
