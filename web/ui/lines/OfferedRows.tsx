import type { ReactNode } from 'react'
import { useFieldLabel } from '../../i18n/useFieldLabel.ts'
import { useFormScope } from '../form/FormScope.ts'
import type { LineColumn } from './LineColumn.ts'
import classes from './LinesEditor.module.css'

type OfferedRowsProps<Row> = {
  rows: readonly Row[]
  columns: readonly LineColumn<Row>[]
  /** What takes the row up. */
  lead: (row: Row) => ReactNode
}

/** Rows of the same table that the user may take up. They are read only until then. */
export function OfferedRows<Row>({ rows, columns, lead }: OfferedRowsProps<Row>) {
  const { resource } = useFormScope()
  const label = useFieldLabel(resource)
  if (rows.length === 0) return null
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: rows become cards on a phone, see LineRow
    <tbody role="rowgroup" className={classes.offered}>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are drawn from the list alone
        <tr role="row" key={index}>
          <td role="cell" className={classes.number}>
            {lead(row)}
          </td>
          {columns.map(({ name, figures, read, isWholeOnCard }, position) => (
            <td
              role="cell"
              key={name}
              data-label={label(name)}
              data-first={position === 0 || isWholeOnCard || undefined}
              className={figures && classes.figures}
            >
              {read(row)}
            </td>
          ))}
          <td role="cell" className={classes.buttons} />
        </tr>
      ))}
    </tbody>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  )
}
