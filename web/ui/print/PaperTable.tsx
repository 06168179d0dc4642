import type { ReactNode } from 'react'
import { BilingualLabel } from './BilingualLabel.tsx'
import classes from './Paper.module.css'

type PaperColumn<Row> = {
  /** Its key in the paper's words. */
  name: string
  figures?: true
  draw: (row: Row) => ReactNode
}
type PaperTableProps<Row> = {
  columns: readonly PaperColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => number | string
  /** Its font size: smaller if its figures are too long for A4 in the usual size. */
  writing?: 'usual' | 'close'
}

/** What rows are about has what the figures leave, and never less than a third. */
const named = new Set(['item_name'])

/** Rows on a paper; the head repeats on each sheet. */
export function PaperTable<Row>({ columns, rows, keyOf, writing = 'usual' }: PaperTableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: where it is wider than the screen, the keys scroll it
    <div className={classes.scroll} tabIndex={0}>
      <table className={classes.items} data-wide={columns.length > 5 || undefined} data-writing={writing}>
        <thead>
          <tr>
            {columns.map(({ name, figures }) => (
              <th
                key={name}
                scope="col"
                className={figures ? classes.figures : named.has(name) ? classes.named : undefined}
              >
                <BilingualLabel name={`sheet.${name}`} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ name, figures, draw }) => (
                <td key={name} className={figures && classes.figures}>
                  {draw(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
