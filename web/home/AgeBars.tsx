import { useTranslation } from 'react-i18next'
import type { Home } from '#contract/reports.ts'
import { Amount } from '../kit/cells/Amount.tsx'
import classes from './Home.module.css'

/** What customers owe by how late it is. */
export function AgeBars({ buckets }: { buckets: Home['receivable_by_age'] }) {
  const { t } = useTranslation('reports')
  const highest = Math.max(1, ...buckets.map((bucket) => bucket.amount))
  return (
    <ul className={classes.ages}>
      {buckets.map(({ bucket, amount }) => (
        <li key={bucket}>
          <span>{t(`home.ages.${bucket}`)}</span>
          <Amount value={amount} />
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
