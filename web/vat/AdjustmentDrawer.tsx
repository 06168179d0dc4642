import { useTranslation } from 'react-i18next'
import { chartCalls } from '#contract/chart.ts'
import { branches } from '#contract/organization.ts'
import { adjustmentDirections, vatCalls } from '#contract/vat.ts'
import { useOptions } from '../api/options.ts'
import { optionsOf } from '../api/optionsOf.ts'
import { useUser } from '../api/session.ts'
import { ActionDrawer } from '../ui/drawer/ActionDrawer.tsx'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { DateField } from '../ui/fields/DateField.tsx'
import { NumberField } from '../ui/fields/NumberField.tsx'
import { SelectField } from '../ui/fields/SelectField.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { today } from '../ui/today.ts'

/** A correction of an earlier return, shown in box 14 of the period of its date. */
export function AdjustmentDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('vat')
  const { currency } = useUser().organization
  const { data } = useOptions(optionsOf(branches))
  if (!data) return null
  const directions = adjustmentDirections.map((value) => ({ value, label: t(`adjustment.directions.${value}`) }))
  return (
    <ActionDrawer
      title={t('adjustment.new')}
      call={vatCalls.adjust}
      params={{}}
      values={{
        adjustment_date: today(),
        direction: 'increase',
        amount: '',
        account_id: '',
        reason: '',
        branch_id: String(data[0]?.id ?? ''),
      }}
      saveLabel={t('adjustment.save')}
      onClose={onClose}
    >
      <DateField name="adjustment_date" />
      <ChoiceField name="direction" choices={directions} />
      <NumberField name="amount" decimals={currency.decimals} />
      <SelectField name="account_id" call={chartCalls.accountOptions} query={{ purpose: 'adjustment' }} />
      <SelectField name="branch_id" call={optionsOf(branches)} />
      <TextField name="reason" />
    </ActionDrawer>
  )
}
