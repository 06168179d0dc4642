import { useTranslation } from 'react-i18next'
import { vatCalls } from '#contract/vat.ts'
import IconCarry from '~icons/tabler/arrow-forward-up'
import { ConfirmDialog } from '../accounting-ui/ConfirmDialog.tsx'
import { OwnAmount } from '../organization/OwnAmount.tsx'
import { PeriodDays } from '../ui/cells/PeriodDays.tsx'
import type { VatPeriod } from './VatPeriod.ts'

/** Of the return filed last: whether its credit is claimed back from the authority, or carried into the next one after all. */
export function CreditUse({ period }: { period: VatPeriod }) {
  const { t } = useTranslation('vat')
  if (!period.credit) return null
  const { id, from, to, net } = period
  const isCarried = period.credit === 'carried'
  const act = isCarried ? 'claim' : 'carry'
  return (
    <ConfirmDialog
      call={vatCalls.setCredit}
      params={{ id }}
      body={{ credit: isCarried ? 'claimed' : 'carried' }}
      label={t(`credit.${act}`)}
      named={t(`credit.${act}_named`, { from, to })}
      question={t(`credit.${act}_question`)}
      icon={isCarried ? undefined : <IconCarry className="turns" aria-hidden />}
      facts={[
        [t('columns.period'), <PeriodDays key="period" period={period} />],
        [t('credit.amount'), <OwnAmount key="amount" value={-(net ?? 0)} />],
      ]}
    />
  )
}
