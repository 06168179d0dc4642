import type { CSSProperties, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Sheet } from '#contract/reports/sheet.ts'
import { useUser } from '../../api/session.ts'
import { BidiText } from '../../i18n/BidiText.tsx'
import { paperSizes } from '../paperSizes.ts'
import { keptWithNext } from '../printedSheet.ts'
import { useChosenColumns } from '../useChosenColumns.tsx'
import { useFitsViewport } from '../useFitsViewport.ts'
import { useLabel, useOtherLabel } from '../useLabel.ts'
import { useOnPhone } from '../useOnPhone.ts'
import { HeadText } from './HeadText.tsx'
import { OtherLanguage } from './OtherLanguage.tsx'
import classes from './Sheet.module.css'
import { SheetRow } from './SheetRow.tsx'
import { TransposedTable } from './TransposedTable.tsx'

type Column = Sheet['columns'][number]
const textKinds = new Set<Column['kind']>(['label', 'text', 'code', 'date'])

type SheetTableProps = {
  sheet: Sheet
  title: string
  /** On paper the last row of the table: a browser keeps rows together over the end of a sheet, but nothing with a table. */
  end?: ReactNode
  /** The past of rows by their key, as a line at the end of each. */
  trend?: ReadonlyMap<string, readonly number[]> | undefined
}

/** Rows under columns; a row's level is its indentation, its name and figures lead to what is behind them. */
export function SheetTable({ sheet, title, end, trend }: SheetTableProps) {
  const { currency } = useUser().organization
  const numbers =
    sheet.columns[0]?.kind === 'code' && sheet.columns[1]?.kind === 'label' ? sheet.columns[0].key : undefined
  const onPhone = useOnPhone()
  const chosen = useChosenColumns(sheet.columns, onPhone)
  const folded = onPhone ? foldedOf(chosen.columns) : nothing
  const columns = chosen.columns.filter((column) => !folded.includes(column))
  const starts = startsOf(columns)
  const kept = keptWithNext(sheet.rows)
  const { fits, watch } = useFitsViewport()
  const labelOf = useLabel()
  const names = Math.max(0, ...sheet.rows.map(({ label }) => labelOf(label).length))
  if (onPhone && !sheet.columns.some(({ kind }) => kind === 'label'))
    return <TransposedTable sheet={sheet} title={title} />
  return (
    <>
      {chosen.chooser}
      <section
        ref={watch}
        className={classes.scroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
        tabIndex={0}
        aria-label={title}
        data-narrow={columns.length < 6 || undefined}
        data-fits={fits || undefined}
      >
        <table className={classes.table} style={paperSizes(sheet.columns, names) as CSSProperties}>
          <SheetHead columns={columns} hasTrend={trend !== undefined && !onPhone} />
          <tbody>
            {sheet.rows.map((row) => (
              <SheetRow
                key={row.key}
                row={row}
                columns={columns}
                decimals={(sheet.currency ?? currency).decimals}
                numbers={onPhone ? numbers : undefined}
                folded={folded}
                starts={starts}
                kept={kept.has(row.key)}
                trend={trend && !onPhone ? (trend.get(row.key) ?? 'none') : undefined}
              />
            ))}
            {end && (
              <tr className={classes.end}>
                <td colSpan={sheet.columns.length}>{end}</td>
              </tr>
            )}
          </tbody>
        </table>
      </section>
    </>
  )
}

/** Texts that a phone shows below a row's name, and figures without a column of their own. */
const foldedOf = (columns: readonly Column[]): readonly Column[] => {
  const isLed = columns.some(({ leading }) => leading)
  return columns.filter(({ kind, leading }) => kind !== 'label' && (textKinds.has(kind) || (isLed && !leading)))
}
const nothing: readonly Column[] = []

/** The columns that begin a group, and those that follow one. */
const startsOf = (columns: readonly Column[]): ReadonlySet<string> =>
  new Set(columns.flatMap(({ key, group }, index) => (isSame(group, columns[index - 1]?.group) ? [] : [key])))

const isSame = (group: Column['group'], before: Column['group'] | undefined) =>
  before === undefined || JSON.stringify(group) === JSON.stringify(before)

function SheetHead({ columns, hasTrend }: { columns: Column[]; hasTrend: boolean }) {
  const { t } = useTranslation('reports')
  const starts = startsOf(columns)
  const isGrouped = columns.some(({ group }) => group)
  const tall = isGrouped ? { rowSpan: 2 } : {}
  const shape = ({ kind }: Column) => (textKinds.has(kind) ? classes[kind] : classes.figure)
  return (
    <thead>
      <tr>
        {headings(columns).map(({ column, width }) =>
          column.group ? (
            <th key={column.key} scope="colgroup" colSpan={width} className={classes.group} data-start>
              <HeadWords label={column.group} />
            </th>
          ) : (
            <th
              key={column.key}
              scope="col"
              className={shape(column)}
              data-start={starts.has(column.key) || undefined}
              {...tall}
            >
              <HeadWords label={column.label} />
            </th>
          ),
        )}
        {hasTrend && (
          <th className={classes.trend} aria-hidden {...tall}>
            {t('trend')}
          </th>
        )}
      </tr>
      {isGrouped && (
        <tr>
          {columns
            .filter(({ group }) => group)
            .map((column) => (
              <th
                key={column.key}
                scope="col"
                className={shape(column)}
                data-start={starts.has(column.key) || undefined}
              >
                <HeadWords label={column.label} />
              </th>
            ))}
        </tr>
      )}
    </thead>
  )
}

/** The heading of a column, on paper in both languages. */
function HeadWords({ label }: { label: Column['label'] }) {
  const text = useLabel()(label)
  const other = useOtherLabel()(label)
  return (
    <>
      <BidiText>
        <HeadText text={text} />
      </BidiText>
      {other && other !== text && (
        <OtherLanguage>
          <HeadText text={other} />
        </OtherLanguage>
      )}
    </>
  )
}

/** Neighbours of one group share a heading. */
function headings(columns: Column[]): { column: Column; width: number }[] {
  const list: { column: Column; width: number }[] = []
  for (const column of columns) {
    const before = list.at(-1)
    if (column.group && before && isSame(column.group, before.column.group)) before.width++
    else list.push({ column, width: 1 })
  }
  return list
}
