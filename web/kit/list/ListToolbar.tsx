import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Resource } from '#contract/kit/resource.ts'
import classes from './ListToolbar.module.css'
import { SearchBox } from './SearchBox.tsx'
import type { ListView } from './useListSearch.ts'

type ListToolbarProps = { resource: Resource; view: ListView; filters?: ReactNode; total?: number }

/** Search at the start, filters beside it, the number of records at the end. */
export function ListToolbar({ resource, view, filters, total }: ListToolbarProps) {
  const { t } = useTranslation('common')
  return (
    <div className={classes.toolbar}>
      {resource.list.search.length > 0 && (
        <SearchBox
          keyword={view.search.keyword ?? ''}
          onSearch={(keyword) => view.change({ keyword: keyword || undefined })}
        />
      )}
      {filters}
      <span className={classes.count} role="status">
        {total === undefined ? '' : t('list.count', { count: total })}
      </span>
    </div>
  )
}
