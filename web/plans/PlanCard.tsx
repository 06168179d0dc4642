import { Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Plan } from '#contract/access/plans.ts'
import IconIncluded from '~icons/tabler/check'
import { localName } from '../i18n/localName.ts'
import { Amount } from '../ui/cells/Amount.tsx'
import classes from './Plans.module.css'

/** One plan: its name, its price and what it includes. */
export function PlanCard({ plan }: { plan: Plan }) {
  const { t } = useTranslation('plans')
  return (
    <li className={classes.plan}>
      <Title order={2}>{localName(plan)}</Title>
      <p className={classes.price}>
        <span className={classes.amount}>
          <Amount value={plan.price.amount} currency={plan.price.currency} />
        </span>
        <span className={classes.period}>{t('per_month')}</span>
      </p>
      <ul className={classes.features}>
        {plan.features.map((feature) => (
          <li key={feature.id}>
            <IconIncluded className={classes.mark} aria-hidden />
            <span>{localName(feature)}</span>
          </li>
        ))}
      </ul>
    </li>
  )
}
