import { useTranslation } from 'react-i18next'
import { chartCalls } from '#contract/chart.ts'
import type { Side } from '#contract/documents/sides.ts'
import { paymentCalls } from '#contract/payments.ts'
import { decimal, text } from '#ledger/money.ts'
import { ActionDrawer } from '../../ui/drawer/ActionDrawer.tsx'
import { DateField } from '../../ui/fields/DateField.tsx'
import { NumberField } from '../../ui/fields/NumberField.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { today } from '../../ui/today.ts'

type WriteOffDrawerProps = {
  side: Side
  id: number
  remaining: number
  currency: { decimals: number }
  version: number
  onClose: () => void
}

/** Gives up what is open on a document: bad debt unless an account is chosen. */
export function WriteOffDrawer({ side, id, remaining, currency, version, onClose }: WriteOffDrawerProps) {
  const { t } = useTranslation('payments')
  const amount = text(decimal(remaining), currency.decimals)
  return (
    <ActionDrawer
      title={t('write_off.title')}
      call={paymentCalls[side.name].writeOff}
      params={{ id }}
      values={{ write_off_date: today(), amount, reason: '', account_id: '', version }}
      saveLabel={t('write_off.action')}
      onClose={onClose}
    >
      <DateField name="write_off_date" />
      <NumberField name="amount" decimals={currency.decimals} />
      <TextField name="reason" />
      <SelectField
        name="account_id"
        call={chartCalls.accountOptions}
        query={{ purpose: 'given_up' }}
        description={t(`write_off.account_${side.name}`)}
      />
    </ActionDrawer>
  )
}
