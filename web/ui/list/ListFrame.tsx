import type { UseQueryResult } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListAnswer } from '#contract/kit/envelope.ts'
import type { Call } from '#contract/kit/resource.ts'
import type { MaybeSeen } from '../../api/seen/orLastSeen.ts'
import { useWords } from '../../i18n/PageWords.tsx'
import type { Column } from '../cells/Column.ts'
import { useListScope } from '../list-scope/ListScope.ts'
import { ListPager } from '../pager/ListPager.tsx'
import { EmptyState } from '../states/EmptyState.tsx'
import { FailedState } from '../states/FailedState.tsx'
import type { FilterCalls } from './FilterChips.tsx'
import classes from './ListPage.module.css'
import { ListTable, type Marking } from './ListTable.tsx'
import { SearchBox } from './SearchBox.tsx'
import { type Selection, useSelection } from './selection/useSelection.ts'
import { useChosenListColumns } from './views/useChosenListColumns.ts'
import { ViewButton } from './views/ViewButton.tsx'

const SelectionBar = lazy(async () => ({ default: (await import('./selection/SelectionBar.tsx')).SelectionBar }))

const FilterChips = lazy(async () => ({ default: (await import('./FilterChips.tsx')).FilterChips }))
const ClearSearch = lazy(async () => ({ default: (await import('./ClearSearch.tsx')).ClearSearch }))
const SeenNotice = lazy(async () => ({ default: (await import('../states/SeenNotice.tsx')).SeenNotice }))
// Sums are asked for only where a filter is set.
const ListSums = lazy(async () => ({ default: (await import('./ListSums.tsx')).ListSums }))

type ListFrameProps<Row> = {
  list: UseQueryResult<MaybeSeen<ListAnswer<Row>>>
  columns: readonly Column<Row>[]
  filters: ReactNode
  rowActions: (row: Row) => ReactNode
  /** The first action an empty list offers. */
  create: ReactNode
  rowPath?: ((row: Row) => string) | undefined
  filterCalls?: FilterCalls | undefined
  sums?: Call | undefined
  /** Actions for selected rows. Without it rows cannot be selected. */
  bulk?: ((selection: Selection<never>) => ReactNode) | undefined
}

/** The list: search and filters, the table or its empty, loading or error state, the pager. */
export function ListFrame<Row>(props: ListFrameProps<Row>) {
  const { list, columns, filters, rowActions, create, bulk, rowPath, filterCalls, sums } = props
  const { t } = useWords()
  const { t: common } = useTranslation('common')
  const { resource, view } = useListScope()
  const total = list.data?.meta.total ?? 0
  const selection = useSelection()
  const chosen = useChosenListColumns(columns)
  const isFiltered = isNarrowed(view.search)
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
        <ViewButton columns={columns} chosen={chosen} />
        <span className={classes.count} role="status">
          {list.data && <bdi>{common('list.count', { count: total })}</bdi>}
        </span>
      </div>
      {Object.keys(view.search.filters).length > 0 && (
        <Suspense>
          <FilterChips calls={filterCalls} />
        </Suspense>
      )}
      {bulk && selection.rows.length > 0 && (
        <Suspense>
          <SelectionBar selection={selection} total={total}>
            {bulk(selection as Selection<never>)}
          </SelectionBar>
        </Suspense>
      )}
      <SeenSince list={list} />
      {list.error && !list.data ? (
        <FailedState error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <ListTable
          resource={resource}
          columns={chosen.columns}
          rowPath={rowPath}
          rows={list.data?.data}
          view={view}
          stale={list.isPlaceholderData}
          actions={rowActions}
          selection={bulk && (selection as Marking<Row>)}
        />
      )}
      {list.data && total === 0 && (
        <EmptyState hint={isFiltered ? undefined : t(`names.${resource.name}.hint`)}>
          {isFiltered ? <ClearFilters /> : create}
        </EmptyState>
      )}
      {sums && isFiltered && total > 0 && (
        <Suspense>
          <ListSums call={sums} />
        </Suspense>
      )}
      <ListPager view={view} total={total} stale={!list.data || list.isPlaceholderData} />
    </section>
  )
}

const ClearFilters = () => (
  <Suspense>
    <ClearSearch />
  </Suspense>
)

/** Says since when a list was not asked for. */
function SeenSince<Row>({ list }: Pick<ListFrameProps<Row>, 'list'>) {
  if (list.data?.seen_at === undefined) return null
  return (
    <Suspense>
      <SeenNotice at={list.data.seen_at} onRetry={() => void list.refetch()} />
    </Suspense>
  )
}

const isNarrowed = ({ keyword, filters }: { keyword?: string; filters: object }) =>
  Boolean(keyword) || Object.keys(filters).length > 0
