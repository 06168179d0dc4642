import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Side } from '#contract/documents/sides.ts'
import { parties } from '#contract/parties.ts'
import { sum, text } from '#ledger/money.ts'
import IconSum from '~icons/tabler/sum'
import { CurrencyField } from '../accounting-ui/CurrencyField.tsx'
import { optionsOf } from '../api/optionsOf.ts'
import { WorthFields } from '../organization/WorthFields.tsx'
import { BranchField } from '../ui/fields/BranchField.tsx'
import { DateField } from '../ui/fields/DateField.tsx'
import { LtrTextField } from '../ui/fields/LtrTextField.tsx'
import { NumberField } from '../ui/fields/NumberField.tsx'
import { SelectField } from '../ui/fields/SelectField.tsx'
import type { Choosable } from '../ui/fields/useChoices.ts'
import { useRememberChoice } from '../ui/fields/useDefaultChoice.ts'
import { useFormScope } from '../ui/form/FormScope.ts'
import { useWatched } from '../ui/form/useWatched.ts'
import type { Lines } from '../ui/lines/useLines.ts'
import { FeeFields } from './FeeFields.tsx'
import classes from './Payment.module.css'
import { PaymentMethodField } from './PaymentMethodField.tsx'
import { emptyReference, type ReferenceRow } from './referenceRow.ts'
import { useCurrency } from './useCurrency.ts'
import { WithholdingField } from './WithholdingField.tsx'

type PaymentInfoProps = { side: Side; lines: Lines<ReferenceRow>; recap: () => void; keepsNumber: boolean }

/** The head of the payment. One button sets the amount to the total of the chosen documents. */
export function PaymentInfo({ side, lines, recap, keepsNumber }: PaymentInfoProps) {
  const { t } = useTranslation('payments')
  const { form } = useFormScope()
  const decimals = useCurrency()?.decimals
  const amount = useWatched(form, 'amount')
  const keepMethod = useRememberChoice(`${side.name}-method`)
  const chosen = lines.lines.some(({ row }) => row.reference_id !== '')
  const fillAll = () => {
    const rows = lines.rows()
    form.setFieldValue('amount', text(sum(rows.map((row) => row.open || '0'))))
    lines.map((row) => (row.reference_id === '' ? row : { ...row, amount: row.open }))
  }
  return (
    <>
      <LtrTextField name="payment_number" readOnly={keepsNumber} />
      <DateField name="payment_date" />
      <SelectField
        name={side.partyField}
        call={optionsOf(parties[side.name])}
        known={form.getValues()[side.party] as Choosable | undefined}
        // Another party's documents are not settled by this payment.
        onChoose={() => lines.map(emptyReference)}
      />
      <BranchField />
      <PaymentMethodField known={form.getValues().payment_method as Choosable | undefined} onChoose={keepMethod} />
      <CurrencyField dateField="payment_date" />
      <div className={classes.amount}>
        <NumberField name="amount" decimals={decimals} onLeave={recap} />
        <Button variant="default" size="xs" leftSection={<IconSum aria-hidden />} disabled={!chosen} onClick={fillAll}>
          {t(`actions.amount_per_${side.document}s`)}
        </Button>
      </div>
      <WorthFields dateField="payment_date" baseField="amount_base" amount={amount} />
      {side.name === 'sales' ? <FeeFields decimals={decimals} /> : <WithholdingField />}
    </>
  )
}
