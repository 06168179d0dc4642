import { useTranslation } from 'react-i18next'
import type { OverviewItem } from '#contract/reports/overviews.ts'
import { daysBetween } from '#ledger/calendar/calendar.ts'
import { OpenLink } from '../routes/OpenLink.tsx'
import { viewPath } from '../routes/paths.ts'
import { Amount } from '../ui/cells/Amount.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { today } from '../ui/today.ts'
import classes from './Overview.module.css'

type ItemTableProps = {
  items: readonly OverviewItem[]
  /** Open ones say when they are due and what remains; the latest ones what they came to. */
  shows: 'open' | 'latest'
  none: string
}

/** Documents and payments of a record, each with the way to its page. */
export function ItemTable({ items, shows, none }: ItemTableProps) {
  const { t } = useTranslation('overview')
  if (items.length === 0) return <p className={classes.none}>{none}</p>
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('columns.number')}</th>
          <th scope="col">{t(shows === 'open' ? 'columns.due_date' : 'columns.date')}</th>
          <th scope="col" className={classes.figure}>
            {t(shows === 'open' ? 'columns.remaining' : 'columns.total')}
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={`${item.kind} ${item.id}`}>
            <td>
              <OpenLink to={viewPath(item.kind, item.id) ?? ''} className="link">
                <Num>{item.number ?? '–'}</Num>
              </OpenLink>
              <span className={classes.small}>{t(`kinds.${item.kind}`)}</span>
            </td>
            <td>
              <Num>{shows === 'open' ? (item.due_date ?? item.date) : item.date}</Num>
              {shows === 'open' && <DaysLate due={item.due_date} />}
            </td>
            <td className={classes.figure}>
              <Amount value={shows === 'open' ? (item.remaining ?? 0) : item.total} currency={item.currency} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function DaysLate({ due }: { due: string | null }) {
  const { t } = useTranslation('overview')
  const days = due ? daysBetween(due, today()) : 0
  if (days <= 0) return null
  return <span className={`${classes.small} ${classes.late}`}>{t('days_late', { number: days })}</span>
}
