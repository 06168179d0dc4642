import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
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

/** Says nothing where the rows are cards. */
const ordinal = 'line_number'

/** Rows on a paper; the head repeats on each sheet. On a phone a wide table becomes cards: what is named, then its figures with their labels. */
export function PaperTable<Row>({ columns, rows, keyOf, writing = 'usual' }: PaperTableProps<Row>) {
  const { t } = useTranslation('paper')
  const isWide = columns.length > 5
  const title = columns.find(({ name }) => named.has(name)) ?? columns[0]
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: where it is wider than the screen, the keys scroll it
    <div className={classes.scroll} tabIndex={0}>
      <table className={classes.items} data-wide={isWide || undefined} data-writing={writing}>
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
                <td
                  key={name}
                  className={figures && classes.figures}
                  data-card={isWide ? (name === title?.name ? 'title' : name === ordinal ? 'none' : 'fact') : undefined}
                  data-label={isWide ? t(`sheet.${name}`) : undefined}
                >
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
