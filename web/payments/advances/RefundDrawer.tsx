import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { chartCalls } from '#contract/chart.ts'
import type { SideName } from '#contract/documents/sides.ts'
import { id } from '#contract/fields/choice.ts'
import type { Call } from '#contract/kit/resource.ts'
import { WorthFields } from '../../organization/WorthFields.tsx'
import { ActionDrawer } from '../../ui/drawer/ActionDrawer.tsx'
import { DateField } from '../../ui/fields/DateField.tsx'
import { NumberField } from '../../ui/fields/NumberField.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { TextareaField } from '../../ui/fields/TextareaField.tsx'
import { useFormScope } from '../../ui/form/FormScope.ts'
import { useWatched } from '../../ui/form/useWatched.ts'
import { today } from '../../ui/today.ts'
import { PaymentMethodField } from '../PaymentMethodField.tsx'
import classes from './Advance.module.css'

type RefundDrawerProps = {
  /** The direction: a customer is refunded by us, and we are refunded by a supplier. */
  side: SideName
  call: Call
  id: number
  available: string
  currency: { decimals: number }
  currencyId: number
  version: number
  onClose: () => void
}

/** The contract leaves open which of the two takes the money; here one of them was chosen, and it must be said. */
const choices = (call: Call, field: 'payment_method_id' | 'account_id') =>
  (call.body as z.ZodObject).extend({ [field]: id })

/** Refunds the rest of an advance, or writes it off. */
export function RefundDrawer({
  side,
  call,
  id: recordId,
  available,
  currency,
  currencyId,
  version,
  onClose,
}: RefundDrawerProps) {
  const { t } = useTranslation('payments')
  const [way, setWay] = useState<'paid' | 'given_up'>('paid')
  return (
    <ActionDrawer
      title={t(`advance.refund_${side}`)}
      call={{ ...call, body: choices(call, way === 'paid' ? 'payment_method_id' : 'account_id') }}
      params={{ id: recordId }}
      values={{ refund_date: today(), amount: available, payment_method_id: '', account_id: '', notes: '', version }}
      toBody={({ payment_method_id, account_id, exchange_rate, amount_base, ...rest }) => ({
        ...rest,
        ...(way === 'paid' ? { payment_method_id, exchange_rate, amount_base } : { account_id }),
      })}
      saveLabel={t(way === 'paid' ? `advance.refund_${side}` : 'advance.give_up')}
      onClose={onClose}
    >
      <fieldset className={classes.ways}>
        <legend className={classes.hidden}>{t(`advance.refund_${side}`)}</legend>
        {(['paid', 'given_up'] as const).map((value) => (
          <Button
            key={value}
            variant={way === value ? 'filled' : 'default'}
            aria-pressed={way === value}
            onClick={() => setWay(value)}
          >
            {t(`advance.ways.${value === 'paid' ? `paid_${side}` : value}`)}
          </Button>
        ))}
      </fieldset>
      <DateField name="refund_date" />
      <NumberField name="amount" decimals={currency.decimals} />
      {way === 'paid' ? (
        <>
          <PaymentMethodField />
          <RefundWorth currencyId={String(currencyId)} />
        </>
      ) : (
        <SelectField name="account_id" call={chartCalls.accountOptions} query={{ purpose: 'given_up' }} />
      )}
      <TextareaField name="notes" />
    </ActionDrawer>
  )
}

/** The amount the bank really took of a foreign refund. */
function RefundWorth({ currencyId }: { currencyId: string }) {
  const { form } = useFormScope()
  const amount = useWatched(form, 'amount')
  return <WorthFields dateField="refund_date" baseField="amount_base" amount={amount} currencyId={currencyId} />
}
