import type { ReactNode } from 'react'
import { useFieldLabel } from '../../i18n/useFieldLabel.ts'
import { CardBody, CardCell, CardRow } from '../cells/CardTable.tsx'
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
    <CardBody className={classes.offered}>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are drawn from the list alone
        <CardRow key={index}>
          <CardCell className={classes.number}>{lead(row)}</CardCell>
          {columns.map(({ name, figures, read, isWholeOnCard }, position) => (
            <CardCell
              key={name}
              data-label={label(name)}
              data-first={position === 0 || isWholeOnCard || undefined}
              className={figures && classes.figures}
            >
              {read(row)}
            </CardCell>
          ))}
          <CardCell className={classes.buttons} />
        </CardRow>
      ))}
    </CardBody>
  )
}
