import type { Sheet } from '#contract/reports/sheet.ts'
import { useUser } from '../../api/session.ts'
import { LabelText } from './LabelText.tsx'
import classes from './Sheet.module.css'
import { SheetCell } from './SheetCell.tsx'

/** Figures without names on a phone: each on a line of its own, its head before it. */
export function TransposedTable({ sheet, title }: { sheet: Sheet; title: string }) {
  const { currency } = useUser().organization
  return (
    <section className={classes.scroll} aria-label={title}>
      <table className={classes.table}>
        <tbody>
          {sheet.rows.flatMap((row) =>
            sheet.columns.map((column, index) => (
              <tr key={`${row.key}.${column.key}`} data-style={index === sheet.columns.length - 1 ? 'total' : 'line'}>
                <th scope="row">
                  <LabelText label={column.label} />
                </th>
                <SheetCell column={column} row={row} decimals={(sheet.currency ?? currency).decimals} />
              </tr>
            )),
          )}
        </tbody>
      </table>
    </section>
  )
}
