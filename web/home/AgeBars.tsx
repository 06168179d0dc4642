import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Home } from '#contract/reports.ts'
import { OwnAmount } from '../organization/OwnAmount.tsx'
import classes from './Home.module.css'

type AgeBarsProps = { buckets: Home['receivable_by_age']; list: '/sales/invoices' | '/purchases/bills' }

/** What is owed by how late it is; each leads to the list of those documents. */
export function AgeBars({ buckets, list }: AgeBarsProps) {
  const { t } = useTranslation('reports')
  const highest = Math.max(1, ...buckets.map((bucket) => bucket.amount))
  return (
    <ul className={classes.ages}>
      {buckets.map(({ bucket, amount }) => (
        <li key={bucket}>
          <Link
            to={list}
            search={(bucket === 'not_due' ? {} : { status: 'overdue' }) as never}
            className={classes.quiet}
          >
            {t(`home.ages.${bucket}`)}
          </Link>
          <OwnAmount value={amount} />
          <span className={classes.track} aria-hidden>
            <span
              data-late={bucket !== 'not_due' || undefined}
              style={{ inlineSize: `${(amount / highest) * 100}%` }}
            />
          </span>
        </li>
      ))}
    </ul>
  )
}
