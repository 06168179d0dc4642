import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { pageSizes } from '#contract/kit/envelope.ts'
import { formatNumber } from '#contract/paper/format-number.ts'
import { Num } from '../cells/Num.tsx'
import type { ListView } from '../list-scope/useListSearch.ts'
import classes from './ListPager.module.css'
import { PageSlots } from './PageSlots.tsx'
import { usePageInRange } from './usePageInRange.ts'

type ListPagerProps = {
  view: ListView
  total: number
  /** The total of this view is still on its way. */
  stale: boolean
}

/** The shown rows, the page size, and the links to other pages. */
export function ListPager({ view, total, stale }: ListPagerProps) {
  const { t } = useTranslation('common')
  const { per_page } = view.search
  const pages = Math.max(1, Math.ceil(total / per_page))
  const page = Math.min(view.search.page, pages)
  usePageInRange(view.search.page, pages, stale)
  if (total === 0) return null
  const first = (page - 1) * per_page + 1
  const last = Math.min(page * per_page, total)
  const sizes = pageSizes.map((size) => ({ value: String(size), label: String(size) }))
  return (
    <div className={classes.pager}>
      <NativeSelect
        size="xs"
        className={classes.size}
        data={sizes}
        value={String(per_page)}
        onChange={(event) => view.change({ per_page: event.currentTarget.value })}
        aria-label={t('list.rows')}
      />
      <span className={classes.range}>
        <Num>{`${whole(first)}–${whole(last)} / ${whole(total)}`}</Num>
      </span>
      <PageSlots
        page={page}
        pages={pages}
        onPage={(wanted) => view.change({ page: wanted === 1 ? undefined : wanted })}
      />
    </div>
  )
}

const whole = (value: number) => formatNumber(value, 0)
