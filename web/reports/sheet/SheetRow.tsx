import type { CSSProperties } from 'react'
import type { Sheet } from '#contract/reports/sheet.ts'
import { Sparkline } from '../../accounting-ui/charts/Sparkline.tsx'
import { CollapsedColumns } from './CollapsedColumns.tsx'
import classes from './Sheet.module.css'
import { SheetCell } from './SheetCell.tsx'

type Column = Sheet['columns'][number]
type SheetRowProps = {
  row: Sheet['rows'][number]
  columns: readonly Column[]
  decimals: number
  numbers: string | undefined
  /** On a phone, the other columns of a row: shown below it. */
  folded: readonly Column[]
  starts: ReadonlySet<string>
  /** On paper it does not end a sheet. */
  kept: boolean
  /** The past of the row as a line at its end; an empty cell where it has none. */
  trend?: readonly number[] | 'none'
}

/** A row of the table; columns that do not fit are on a second line of its whole width. */
export function SheetRow({ row, columns, decimals, numbers, folded, starts, kept, trend }: SheetRowProps) {
  const filled = folded.filter(({ key }) => key !== numbers && (row.texts[key] || row.figures[key]))
  return (
    <>
      <tr data-style={row.style} data-kept={kept || undefined}>
        {columns.map((column) => (
          <SheetCell
            key={column.key}
            column={column}
            row={row}
            decimals={decimals}
            numbers={numbers}
            starts={starts.has(column.key)}
          />
        ))}
        {trend && (
          <td className={classes.trend} aria-hidden>
            {trend !== 'none' && <Sparkline values={trend} />}
          </td>
        )}
      </tr>
      {filled.length > 0 && (
        <tr className={classes.said} data-of={row.style}>
          <td colSpan={columns.length} style={{ '--level': row.level } as CSSProperties}>
            <CollapsedColumns row={row} columns={filled} decimals={decimals} first={folded[0]} />
          </td>
        </tr>
      )}
    </>
  )
}
