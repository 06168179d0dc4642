import { useTranslation } from 'react-i18next'
import type { Home } from '#contract/reports.ts'
import { OwnAmount } from '../organization/OwnAmount.tsx'
import { OpenLink } from '../routes/OpenLink.tsx'
import { agingFilter } from './agingFilter.ts'
import classes from './Home.module.css'

type AgeBarsProps = {
  buckets: Home['receivable_by_age']
  report: '/reports/open-receivables' | '/reports/open-payables'
}

/** Receivables by age. Each bar opens the items of that age. */
export function AgeBars({ buckets, report }: AgeBarsProps) {
  const { t } = useTranslation('reports')
  const highest = Math.max(1, ...buckets.map((bucket) => bucket.amount))
  return (
    <ul className={classes.ages}>
      {buckets.map(({ bucket, amount }) => (
        <li key={bucket}>
          <OpenLink to={report} search={agingFilter(bucket)} className={classes.quiet} plain={classes.quiet}>
            <bdi>{t(`home.ages.${bucket}`)}</bdi>
          </OpenLink>
          <OpenLink to={report} search={agingFilter(bucket)} className={classes.quiet} plain={classes.quiet}>
            <OwnAmount value={amount} />
          </OpenLink>
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
