import { useTranslation } from 'react-i18next'
import IconDown from '~icons/tabler/arrow-down'
import IconUp from '~icons/tabler/arrow-up'
import IconSort from '~icons/tabler/selector'
import type { ListView } from '../list-scope/useListSearch.ts'
import tableClasses from './ListTable.module.css'
import classes from './SortHeader.module.css'

type SortHeaderProps = {
  name: string
  label: string
  figures?: true | undefined
  extra?: true | undefined
  width?: number | undefined
  sortable: boolean
  view: ListView
}

/** A column's head. Pressing it sorts upwards, then downwards, then as the list sorts by itself. */
export function SortHeader({ name, label, figures, extra, width, sortable, view }: SortHeaderProps) {
  const { t } = useTranslation('common')
  const { sort_key, sort_order } = view.search
  const order = sort_key === name ? sort_order : undefined
  const className = figures && tableClasses.figures
  if (!sortable)
    return (
      <th scope="col" className={className} data-extra={extra} style={{ inlineSize: width }}>
        {label}
      </th>
    )
  const next = order === undefined ? 'asc' : order === 'asc' ? 'desc' : undefined
  return (
    <th
      scope="col"
      className={className}
      data-extra={extra}
      style={{ inlineSize: width }}
      aria-sort={order && (order === 'asc' ? 'ascending' : 'descending')}
    >
      <button
        type="button"
        className={classes.button}
        data-sorted={order}
        aria-label={t('list.sort_by', { field: label })}
        onClick={() => view.change({ sort_key: next && name, sort_order: next })}
      >
        {label}
        <SortIcon order={order} />
      </button>
    </th>
  )
}

function SortIcon({ order }: { order: 'asc' | 'desc' | undefined }) {
  if (order === 'asc') return <IconUp aria-hidden />
  return order === 'desc' ? <IconDown aria-hidden /> : <IconSort aria-hidden className={classes.idle} />
}
