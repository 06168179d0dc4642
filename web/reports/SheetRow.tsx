import type { CSSProperties } from 'react'
import type { Sheet } from '#contract/reports/sheet.ts'
import { Num } from '../kit/cells/Num.tsx'
import classes from './Sheet.module.css'
import { addressOf, Figure, Said, SheetCell } from './SheetCell.tsx'
import { useLabel } from './useLabel.ts'

type Column = Sheet['columns'][number]
type SheetRowProps = {
  row: Sheet['rows'][number]
  columns: readonly Column[]
  decimals: number
  numbers: string | undefined
  /** On a phone what else there is of a row: it stands below. */
  folded: readonly Column[]
  starts: ReadonlySet<string>
  /** On paper it does not end a sheet. */
  kept: boolean
}

/** A row of the table; what has no room in it stands on a second line of its whole width. */
export function SheetRow({ row, columns, decimals, numbers, folded, starts, kept }: SheetRowProps) {
  const said = folded.filter(({ key }) => key !== numbers && (row.texts[key] || row.figures[key]))
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
      </tr>
      {said.length > 0 && (
        <tr className={classes.said} data-of={row.style}>
          <td colSpan={columns.length} style={{ '--level': row.level } as CSSProperties}>
            <div>
              {said.map((column) => (
                <span key={column.key}>
                  <Folded row={row} column={column} decimals={decimals} isFirst={column === folded[0]} />
                </span>
              ))}
            </div>
          </td>
        </tr>
      )}
    </>
  )
}

type FoldedProps = { row: SheetRowProps['row']; column: Column; decimals: number; isFirst: boolean }

/** Names, and the day a row begins with, speak for themselves; anything else says what it is. */
function Folded({ row, column, decimals, isFirst }: FoldedProps) {
  const say = useLabel()
  const { key, kind, label, group } = column
  if (kind === 'text') return <Said text={row.texts[key]} />
  return (
    <>
      {!(kind === 'date' && isFirst) && `${[group, label].flatMap((one) => (one ? say(one) : [])).join(' ')} `}
      {key in row.figures ? (
        <Figure kind={kind} value={row.figures[key]} decimals={decimals} address={addressOf(column, row)} />
      ) : (
        <Num>{row.texts[key] as string}</Num>
      )}
    </>
  )
}
