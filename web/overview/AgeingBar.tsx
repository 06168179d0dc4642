import { useTranslation } from 'react-i18next'
import type { PartyOverview } from '#contract/reports/overviews.ts'
import { OwnAmount } from '../organization/OwnAmount.tsx'
import { OpenLink } from '../routes/OpenLink.tsx'
import classes from './Overview.module.css'

type AgeingBarProps = {
  buckets: NonNullable<PartyOverview['balance']>['buckets']
  /** What is open of the party, as a report. */
  to: string
  search: Record<string, string>
}

/** What is open by how late it is: one bar of parts, and the figure of each part with the way to its rows. */
export function AgeingBar({ buckets, to, search }: AgeingBarProps) {
  const { t } = useTranslation('overview')
  const shown = buckets.filter(({ amount }) => amount > 0)
  const whole = shown.reduce((all, { amount }) => all + amount, 0)
  if (whole === 0) return <p className={classes.none}>{t('ageing.none')}</p>
  return (
    <div className={classes.ageing}>
      <div className={classes.bar} aria-hidden>
        {shown.map(({ age, amount }) => (
          <span key={age} data-age={age} style={{ flexGrow: amount / whole }} />
        ))}
      </div>
      <ul className={classes.ages}>
        {buckets.map(({ age, amount }) => (
          <li key={age} data-none={amount === 0 || undefined}>
            <i data-age={age} aria-hidden />
            <bdi>{t(`ageing.${age}`)}</bdi>
            <OpenLink to={to} search={{ ...search, age }} className={classes.quiet} plain={classes.quiet}>
              <OwnAmount value={amount} />
            </OpenLink>
          </li>
        ))}
      </ul>
    </div>
  )
}
