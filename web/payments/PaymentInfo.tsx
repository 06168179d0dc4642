import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { parties } from '#contract/parties.ts'
import type { Side } from '#contract/sides.ts'
import { sum, text } from '#ledger/money.ts'
import IconSum from '~icons/tabler/sum'
import { optionsOf } from '../api/optionsOf.ts'
import { BranchField } from '../fields/BranchField.tsx'
import { DateField } from '../fields/DateField.tsx'
import { LatinField } from '../fields/LatinField.tsx'
import { NumberField } from '../fields/NumberField.tsx'
import { SelectField } from '../fields/SelectField.tsx'
import type { Choosable } from '../fields/useChoices.ts'
import { useKeepUsual } from '../fields/useUsual.ts'
import { useFormScope } from '../kit/form/FormScope.ts'
import type { Lines } from '../lines/useLines.ts'
import { CurrencyField } from '../organization/CurrencyField.tsx'
import classes from './Payment.module.css'
import { PaymentMethodField } from './PaymentMethodField.tsx'
import { emptyReference, type ReferenceRow } from './referenceRow.ts'
import { useCurrency } from './useCurrency.ts'
import { WithholdingField } from './WithholdingField.tsx'

type PaymentInfoProps = { side: Side; lines: Lines<ReferenceRow>; keepsNumber: boolean }

/** The head of the payment. One button sets the amount to what the chosen documents come to, and fills them. */
export function PaymentInfo({ side, lines, keepsNumber }: PaymentInfoProps) {
  const { t } = useTranslation('payments')
  const { form } = useFormScope()
  const decimals = useCurrency()?.decimals
  const keepMethod = useKeepUsual(`${side.name}-method`)
  const chosen = lines.lines.some(({ row }) => row.reference_id !== '')
  const fillAll = () => {
    const rows = lines.rows()
    form.setFieldValue('amount', text(sum(rows.map((row) => row.open || '0'))))
    lines.map((row) => (row.reference_id === '' ? row : { ...row, amount: row.open }))
  }
  return (
    <>
      <LatinField name="payment_number" readOnly={keepsNumber} />
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
        <NumberField name="amount" decimals={decimals} />
        <Button variant="default" size="xs" leftSection={<IconSum aria-hidden />} disabled={!chosen} onClick={fillAll}>
          {t(`actions.amount_per_${side.document}s`)}
        </Button>
      </div>
      {side.name === 'sales' ? (
        <>
          <NumberField name="fee" decimals={decimals} />
          <NumberField name="fee_tax" decimals={decimals} />
        </>
      ) : (
        <WithholdingField />
      )}
    </>
  )
}
