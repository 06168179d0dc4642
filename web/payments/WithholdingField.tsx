import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/paper/format-number.ts'
import { withholdingRates } from '#contract/payments.ts'
import { decimal, parseDecimal, ratio, text } from '#ledger/money.ts'
import { lawPath } from '../routes/public.ts'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { useFormScope } from '../ui/form/FormScope.ts'
import { useWatched } from '../ui/form/useWatched.ts'
import { useCurrency } from './useCurrency.ts'

/** The tax withheld from a non-resident, and the rest that is paid out. */
export function WithholdingField() {
  const { t } = useTranslation('payments')
  const { form } = useFormScope()
  const decimals = useCurrency()?.decimals ?? 2
  const amount = useWatched(form, 'amount')
  const rate = useWatched(form, 'withholding_rate')
  const day = useWatched(form, 'payment_date')
  const gross = decimal(parseDecimal(amount || '0') ?? '0')
  const withheld = ratio(gross, rate || '0', 100, decimals)
  const shown = (figure: typeof gross) => formatNumber(figure, decimals)
  const choices = withholdingRates.map((value) => ({
    value,
    label: value === '0' ? t('withholding.none') : `${value}%`,
  }))
  // In a window of its own: the payment is not saved yet.
  const asked = { of: 'withholding', gross: text(gross), ...(day && { day }) }
  const said = t('withholding.detail', { withheld: shown(withheld), net: shown(gross.minus(withheld)) })
  return (
    <ChoiceField
      name="withholding_rate"
      choices={choices}
      description={
        <>
          {withheld.gt(0) ? said : t('withholding.hint')}{' '}
          <Link to={lawPath} search={asked} target="_blank" className="link">
            {t('withholding.law')}
          </Link>
        </>
      }
    />
  )
}
