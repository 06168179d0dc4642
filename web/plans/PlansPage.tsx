import { useTranslation } from 'react-i18next'
import { plansCall } from '#contract/access/plans.ts'
import { useOptions } from '../api/options.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { EmptyState } from '../ui/states/EmptyState.tsx'
import { FailedState } from '../ui/states/FailedState.tsx'
import { LoadingState } from '../ui/states/LoadingState.tsx'
import { PlanCard } from './PlanCard.tsx'
import classes from './Plans.module.css'

/** Price and features of the service, plan by plan. */
export function PlansPage() {
  const { t } = useTranslation('plans')
  const plans = useOptions(plansCall)
  return (
    <>
      <PageHeader title={t('title')} detail={t('detail')} />
      {plans.error && <FailedState error={plans.error} onRetry={() => void plans.refetch()} />}
      {plans.isLoading && <LoadingState />}
      {plans.data?.length === 0 && <EmptyState />}
      <ul className={classes.plans}>
        {plans.data?.map((plan) => (
          <PlanCard key={plan.id} plan={plan} />
        ))}
      </ul>
    </>
  )
}
