import { useTranslation } from 'react-i18next'
import type { PartyOverview } from '#contract/reports/overviews.ts'
import { AgeMark, AgeStack } from '../accounting-ui/charts/AgeStack.tsx'
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
  if (shown.length === 0) return <p className={classes.none}>{t('ageing.none')}</p>
  return (
    <div className={classes.ageing}>
      <AgeStack parts={shown} />
      <ul className={classes.ages}>
        {buckets.map(({ age, amount }) => (
          <li key={age} data-none={amount === 0 || undefined}>
            <AgeMark age={age} />
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
