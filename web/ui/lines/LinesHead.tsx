import { useTranslation } from 'react-i18next'
import type { LineColumn } from './LineColumn.ts'
import classes from './LinesEditor.module.css'

type LinesHeadProps<Row> = { columns: readonly LineColumn<Row>[]; label: (field: string) => string }

/** The head of the rows: their number, a column each, the buttons'. */
export function LinesHead<Row>({ columns, label }: LinesHeadProps<Row>) {
  const { t } = useTranslation('common')
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: rows become cards on a phone, see LineRow
    <thead role="rowgroup">
      <tr role="row">
        <th role="columnheader" scope="col" className={classes.number}>
          {t('lines.number')}
        </th>
        {columns.map(({ name: column, width, figures }) => (
          <th
            role="columnheader"
            key={column}
            scope="col"
            style={{ width, minWidth: figures && width }}
            className={figures && classes.figures}
          >
            {label(column)}
          </th>
        ))}
        <th role="columnheader" scope="col" className={classes.buttons}>
          <span className={classes.hidden}>{label('actions')}</span>
        </th>
      </tr>
    </thead>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  )
}
