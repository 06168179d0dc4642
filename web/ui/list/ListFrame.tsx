import type { UseQueryResult } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListAnswer } from '#contract/kit/envelope.ts'
import { useWords } from '../../i18n/PageWords.tsx'
import type { Column } from '../cells/Column.ts'
import { useListScope } from '../list-scope/ListScope.ts'
import { ListPager } from '../pager/ListPager.tsx'
import { EmptyState } from '../states/EmptyState.tsx'
import { FailedState } from '../states/FailedState.tsx'
import classes from './ListPage.module.css'
import { ListTable, type Marking } from './ListTable.tsx'
import { SearchBox } from './SearchBox.tsx'
import { type Selection, useSelection } from './selection/useSelection.ts'

const SelectionBar = lazy(async () => ({ default: (await import('./selection/SelectionBar.tsx')).SelectionBar }))

type ListFrameProps<Row> = {
  list: UseQueryResult<ListAnswer<Row>>
  columns: readonly Column<Row>[]
  filters: ReactNode
  rowActions: (row: Row) => ReactNode
  /** The first action an empty list offers. */
  create: ReactNode
  /** Actions for selected rows. Without it rows cannot be selected. */
  bulk?: ((selection: Selection<never>) => ReactNode) | undefined
}

/** The list: search and filters, the table or its empty, loading or error state, the pager. */
export function ListFrame<Row>({ list, columns, filters, rowActions, create, bulk }: ListFrameProps<Row>) {
  const { t } = useWords()
  const { t: common } = useTranslation('common')
  const { resource, view } = useListScope()
  const total = list.data?.meta.total ?? 0
  const selection = useSelection()
  return (
    <section className={classes.frame} aria-label={t(`names.${resource.name}.many`)}>
      <div className={classes.toolbar}>
        {resource.list.search.length > 0 && (
          <SearchBox
            keyword={view.search.keyword ?? ''}
            onSearch={(keyword) => view.change({ keyword: keyword || undefined })}
          />
        )}
        {filters}
        <span className={classes.count} role="status">
          {list.data && <bdi>{common('list.count', { count: total })}</bdi>}
        </span>
      </div>
      {bulk && selection.rows.length > 0 && (
        <Suspense>
          <SelectionBar selection={selection} total={total}>
            {bulk(selection as unknown as Selection<never>)}
          </SelectionBar>
        </Suspense>
      )}
      {list.error && !list.data ? (
        <FailedState error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <ListTable
          resource={resource}
          columns={columns}
          rows={list.data?.data}
          view={view}
          stale={list.isPlaceholderData}
          actions={rowActions}
          selection={bulk && (selection as unknown as Marking<Row>)}
        />
      )}
      {list.data && total === 0 && (
        <EmptyState hint={isNarrowed(view.search) ? undefined : t(`names.${resource.name}.hint`)}>{create}</EmptyState>
      )}
      <ListPager view={view} total={total} stale={!list.data || list.isPlaceholderData} />
    </section>
  )
}

const isNarrowed = ({ keyword, filters }: { keyword?: string; filters: object }) =>
  Boolean(keyword) || Object.keys(filters).length > 0
