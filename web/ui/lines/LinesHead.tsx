import { useTranslation } from 'react-i18next'
import { CardColumn, CardHead, CardRow } from '../cells/CardTable.tsx'
import type { LineColumn } from './LineColumn.ts'
import classes from './LinesEditor.module.css'

type LinesHeadProps<Row> = { columns: readonly LineColumn<Row>[]; label: (field: string) => string }

/** The head of the rows: their number, a column each, the buttons'. */
export function LinesHead<Row>({ columns, label }: LinesHeadProps<Row>) {
  const { t } = useTranslation('common')
  return (
    <CardHead>
      <CardRow>
        <CardColumn className={classes.number}>{t('lines.number')}</CardColumn>
        {columns.map(({ name: column, width, figures }) => (
          <CardColumn key={column} style={{ width, minWidth: figures && width }} className={figures && classes.figures}>
            {label(column)}
          </CardColumn>
        ))}
        <CardColumn className={classes.buttons}>
          <span className={classes.hidden}>{label('actions')}</span>
        </CardColumn>
      </CardRow>
    </CardHead>
  )
}
