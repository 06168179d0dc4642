import { useTranslation } from 'react-i18next'
import type { Call } from '#contract/kit/resource.ts'
import { useCallQuery } from '../../api/useCallQuery.ts'
import { Amount } from '../cells/Amount.tsx'
import { useListScope } from '../list-scope/ListScope.ts'
import classes from './ListPage.module.css'

type Sum = { currency: { code: string; decimals: number }; count: number; total: number; remaining: number | null }
type Sums = { is_too_many: boolean; maximum: number; sums: readonly Sum[] }

/** What all rows that match come to, in each of their currencies. */
export function ListSums({ call }: { call: Call }) {
  const { t } = useTranslation('common')
  const { view } = useListScope()
  const { page: _, per_page: __, sort_key: ___, sort_order: ____, ...narrowing } = view.query
  const { data } = useCallQuery(call, narrowing) as { data: Sums | undefined }
  if (!data) return <div className={classes.sums} />
  if (data.is_too_many) return <div className={classes.sums}>{t('list.too_many', { number: data.maximum })}</div>
  return (
    <div className={classes.sums} role="status">
      {data.sums.map(({ currency, count, total, remaining }) => (
        <span key={currency.code}>
          {t('list.sum', { number: count })} <Amount value={total} currency={currency} />
          {remaining !== null && (
            <>
              {' · '}
              {t('list.sum_remaining')} <Amount value={remaining} currency={currency} />
            </>
          )}
        </span>
      ))}
    </div>
  )
}
