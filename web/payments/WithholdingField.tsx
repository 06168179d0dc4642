import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/paper/format-number.ts'
import { type WithholdingType, withholdingTypes } from '#ledger/law/withholding.ts'
import { withholdingRate } from '#ledger/law/withholding-return.ts'
import { decimal, parseDecimal, ratio, text } from '#ledger/money.ts'
import { lawPath } from '../routes/public.ts'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { LtrTextField } from '../ui/fields/LtrTextField.tsx'
import { NumberField } from '../ui/fields/NumberField.tsx'
import { SwitchField } from '../ui/fields/SwitchField.tsx'
import { useFormScope } from '../ui/form/FormScope.ts'
import { useWatched } from '../ui/form/useWatched.ts'
import { useCurrency } from './useCurrency.ts'

const lawOf = (type: string, day: string): string | undefined =>
  type === '' ? undefined : withholdingRate(type as WithholdingType, day)

/** What is paid to a non-resident, the tax withheld of it, and the rest that is paid out; or the tax that we bear on top of it. The rate of the law follows from what it is. */
export function WithholdingField() {
  const { t } = useTranslation(['payments', 'law'])
  const { form } = useFormScope()
  const day = useWatched(form, 'payment_date')
  const type = useWatched(form, 'withholding_type')
  const rate = useWatched(form, 'withholding_rate')
  form.watch('withholding_type', ({ value }) => {
    form.setFieldValue('withholding_rate', lawOf(String(value ?? ''), day) ?? '0')
    if (value) return
    form.setFieldValue('withholding_certificate', '')
    form.setFieldValue('withholding_borne', false)
  })
  const isWithheld = type !== '' || decimal(parseDecimal(rate || '0') ?? '0').gt(0)
  const choices = [
    { value: '', label: t(isWithheld && type === '' ? 'withholding.untyped' : 'withholding.none') },
    ...withholdingTypes.map((value) => ({ value, label: t(`law:choices.${value}`) })),
  ]
  return (
    <>
      <ChoiceField
        name="withholding_type"
        choices={choices}
        description={
          <>
            {!isWithheld && `${t('withholding.hint')} `}
            <LawLink type={type} />
          </>
        }
      />
      {isWithheld && <WithheldRate law={lawOf(type, day)} rate={rate} />}
    </>
  )
}

/** In a window of its own: the payment is not saved yet. */
function LawLink({ type }: { type: string }) {
  const { t } = useTranslation('payments')
  const { form } = useFormScope()
  const amount = useWatched(form, 'amount')
  const day = useWatched(form, 'payment_date')
  const gross = text(decimal(parseDecimal(amount || '0') ?? '0'))
  const query = { of: 'withholding', gross, ...(type && { type }), ...(day && { day }) }
  return (
    <Link to={lawPath} search={query} target="_blank" className="link">
      {t('withholding.law')}
    </Link>
  )
}

function WithheldRate({ law, rate }: { law: string | undefined; rate: string }) {
  const { t } = useTranslation('payments')
  const { form } = useFormScope()
  const decimals = useCurrency()?.decimals ?? 2
  const amount = useWatched(form, 'amount')
  const gross = decimal(parseDecimal(amount || '0') ?? '0')
  const percent = decimal(parseDecimal(rate || '0') ?? '0')
  const isBorne = useWatched(form, 'withholding_borne') === 'true'
  const withheld = ratio(gross, percent, isBorne ? decimal(100).minus(percent) : 100, decimals)
  const shown = (figure: typeof gross) => formatNumber(figure, decimals)
  const detail = isBorne
    ? t('withholding.borne_detail', { withheld: shown(withheld), gross: shown(gross.plus(withheld)) })
    : t('withholding.detail', { withheld: shown(withheld), net: shown(gross.minus(withheld)) })
  return (
    <>
      <NumberField name="withholding_rate" decimals={2} description={detail} />
      {(percent.gt(0) || isBorne) && <SwitchField name="withholding_borne" description={t('withholding.borne_hint')} />}
      {law !== undefined && (
        <LtrTextField name="withholding_certificate" description={t('withholding.treaty', { rate: law })} />
      )}
    </>
  )
}
