import { ActionIcon, Checkbox, Skeleton } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import IconMore from '~icons/tabler/dots'
import type { ListedResource } from '../../api/resource.ts'
import { useFieldLabel } from '../../i18n/useFieldLabel.ts'
import { CardBody, CardCell, CardColumn, CardHead, CardRow, CardTable } from '../cells/CardTable.tsx'
import type { Column } from '../cells/Column.ts'
import { useCards } from '../lines/useCards.ts'
import type { ListView } from '../list-scope/useListSearch.ts'
import classes from './ListTable.module.css'
import { SortHeader } from './SortHeader.tsx'
import { useRowPress } from './useRowPress.ts'

type ListTableProps<Row> = {
  resource: ListedResource
  columns: readonly Column<Row>[]
  /** undefined while the first page is on its way. */
  rows: readonly Row[] | undefined
  view: ListView
  /** The rows are the old page and the new one is coming. */
  stale: boolean
  actions: (row: Row) => ReactNode
  /** The page of a row, which pressing the row opens. */
  rowPath?: ((row: Row) => string) | undefined
  /** The rows that are marked, where they can be. */
  selection?: Marking<Row> | undefined
}

/** How a row is marked and which ones are. */
export type Marking<Row> = {
  has(row: Row): boolean
  toggle(row: Row): void
  toggleAll(rows: readonly Row[]): void
}

/** The width of a list under which its rows are cards. */
const cardsBelow = 640

/** Rows of 40 px; where the columns have too little room each row is a card with its labels inside. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { resource, columns, rows, view, stale, actions, rowPath, selection } = props
  const press = useRowPress(rowPath)
  const label = useFieldLabel(resource.name)
  const frame = useRef<HTMLDivElement>(null)
  const isCards = useCards(frame, columns, cardsBelow)
  if (rows?.length === 0) return null
  return (
    <div ref={frame} className={classes.scroll} data-view={isCards ? 'cards' : 'table'}>
      <CardTable
        className={classes.table}
        data-cards={columns.some(({ card }) => card === 'title') ? 'short' : undefined}
        data-stale={stale || undefined}
        aria-busy={stale || !rows}
      >
        <CardHead>
          <CardRow>
            {selection && <MarkAll rows={rows ?? []} selection={selection} />}
            {columns.map(({ name, figures, extra, width }) => (
              <SortHeader
                key={name}
                name={name}
                label={label(name)}
                figures={figures}
                extra={extra}
                width={width}
                sortable={resource.list.sort.includes(name)}
                view={view}
              />
            ))}
            <CardColumn className={classes.actions}>
              <span className={classes.hidden}>{label('actions')}</span>
            </CardColumn>
          </CardRow>
        </CardHead>
        <CardBody>
          {rows?.map((row) => (
            <CardRow key={(row as { id: number }).id} {...press(row)}>
              {selection && <Mark row={row} selection={selection} />}
              {columns.map(({ name, figures, extra, width, card, draw }) => (
                <CardCell
                  key={name}
                  data-label={label(name)}
                  data-extra={extra}
                  data-card={card}
                  className={figures ? classes.figures : width ? undefined : classes.rest}
                >
                  {draw(row)}
                </CardCell>
              ))}
              <RowActs>{actions(row)}</RowActs>
            </CardRow>
          ))}
          {!rows && <SkeletonRows rows={view.search.per_page} columns={columns.length + (selection ? 1 : 0)} />}
        </CardBody>
      </CardTable>
    </div>
  )
}

function MarkAll<Row>({ rows, selection }: { rows: readonly Row[]; selection: Marking<Row> }) {
  const { t } = useTranslation('common')
  const marked = rows.filter((row) => selection.has(row)).length
  return (
    <CardColumn className={classes.mark}>
      <Checkbox
        aria-label={t('selection.page')}
        checked={rows.length > 0 && marked === rows.length}
        indeterminate={marked > 0 && marked < rows.length}
        // Before the rows are there, a click would mark none of them without a word.
        disabled={rows.length === 0}
        onChange={() => selection.toggleAll(rows)}
      />
    </CardColumn>
  )
}

function Mark<Row>({ row, selection }: { row: Row; selection: Marking<Row> }) {
  const { t } = useTranslation('common')
  return (
    <CardCell className={classes.mark}>
      <Checkbox aria-label={t('selection.row')} checked={selection.has(row)} onChange={() => selection.toggle(row)} />
    </CardCell>
  )
}

/** The acts of a row: next to its facts in a table, behind three dots on a card. */
function RowActs({ children }: { children: ReactNode }) {
  const { t } = useTranslation('common')
  const [opened, setOpened] = useState(false)
  return (
    <CardCell className={classes.actions} data-open={opened || undefined}>
      <ActionIcon
        className={classes.more}
        size={32}
        aria-label={t('actions.more')}
        aria-expanded={opened}
        onClick={() => setOpened(!opened)}
      >
        <IconMore aria-hidden />
      </ActionIcon>
      <div className={classes.acts}>{children}</div>
    </CardCell>
  )
}

function SkeletonRows({ rows, columns }: { rows: number; columns: number }) {
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: these rows have no identity and never move
    <tr key={row} aria-hidden>
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <td key={column}>
          <Skeleton height={12} width={column === 0 ? '60%' : '40%'} />
        </td>
      ))}
      <td className={classes.actions} />
    </tr>
  ))
}
