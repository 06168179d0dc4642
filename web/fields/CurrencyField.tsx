import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lookUps } from '#contract/organization.ts'
import { useOptions } from '../api/options.ts'
import { useUser } from '../api/session.ts'
import { formatPlain } from '../kit/cells/formatNumber.ts'
import { Num } from '../kit/cells/Num.tsx'
import { useFormScope } from '../kit/form/FormScope.ts'
import { useWatched } from '../kit/form/useWatched.ts'
import { SelectField } from './SelectField.tsx'

type Currency = { id: number; code: string; rate: number | null }

/** The currency of what the form writes and, where it is a foreign one, what it is worth on the day of `dateField`. */
export function CurrencyField({ dateField }: { dateField: string }) {
  const { form } = useFormScope()
  const own = useUser().organization.currency
  const [stored] = useState(() => form.getValues())
  const chosen = useWatched(form, 'currency_id')
  const date = useWatched(form, dateField)
  const isForeign = chosen !== '' && chosen !== String(own.id) && date !== ''
  // What is posted keeps the rate it was posted at, unless it takes another currency.
  const isKept = stored.status !== 'draft' && String(stored.currency_id) === chosen
  const kept = isKept ? (stored.exchange_rate as number | undefined) : undefined
  return (
    <SelectField
      name="currency_id"
      call={lookUps.currencies}
      description={isForeign ? <RateHint chosen={chosen} date={date} kept={kept} /> : undefined}
    />
  )
}

function RateHint({ chosen, date, kept }: { chosen: string; date: string; kept: number | undefined }) {
  const { t } = useTranslation('common')
  const own = useUser().organization.currency
  const { data } = useOptions(lookUps.currencies, { date })
  const currency = (data as Currency[] | undefined)?.find(({ id }) => String(id) === chosen)
  if (!currency) return null
  const rate = kept ?? currency.rate
  if (rate === null) return t('currency.no_rate')
  return (
    <>
      {t('currency.rate')} <Num>{`1 ${currency.code} = ${formatPlain(rate)} ${own.code}`}</Num>
    </>
  )
}
