import { useState } from 'react'
import { lookUps } from '#contract/organization.ts'
import { decimal, parseDecimal, ratio, round, text } from '#ledger/money.ts'
import { useOptions } from '../api/options.ts'
import { useUser } from '../api/session.ts'
import { useFieldLabel } from '../i18n/useFieldLabel.ts'
import { FigureInput } from '../ui/fields/FigureInput.tsx'
import { useFormScope } from '../ui/form/FormScope.ts'
import { useWatched } from '../ui/form/useWatched.ts'
import classes from './WorthFields.module.css'

type TypedWorth = { by: 'rate' | 'base'; value: string } | null
type WorthFieldsProps = {
  /** The day of the rate, unless another is given. */
  dateField: string
  /** The total of the form in the foreign currency. */
  amount: string
  /** The form's name for its base amount. */
  baseField: 'amount_base' | 'total_base'
  /** Where the form does not ask for it. */
  currencyId?: string
}
const rateDecimals = 10

/** Rate and base amount of a foreign record: typing either computes the other. */
export function WorthFields({ dateField, amount, baseField, currencyId }: WorthFieldsProps) {
  const { form } = useFormScope()
  const own = useUser().organization.currency
  const watched = useWatched(form, 'currency_id')
  const chosen = currencyId ?? watched
  if (chosen === '' || chosen === String(own.id)) return null
  return <OfCurrency key={chosen} dateField={dateField} amount={amount} baseField={baseField} chosen={chosen} />
}

type OfCurrencyProps = Omit<WorthFieldsProps, 'currencyId'> & { chosen: string }

function OfCurrency({ dateField, amount, baseField, chosen }: OfCurrencyProps) {
  const { form, resource } = useFormScope()
  const label = useFieldLabel(resource)
  const own = useUser().organization.currency
  const date = useWatched(form, dateField)
  const known = useKnown(chosen, date, baseField)
  const [said, setSaid] = useState<TypedWorth>(null)
  const whole = decimal(parseDecimal(amount || '0') ?? '0')
  const say = (by: 'rate' | 'base', value: string) => {
    setSaid(value.trim() === '' ? null : { by, value })
    // Missing values are not sent. An emptied rate falls back to that of the day.
    form.setFieldValue('exchange_rate', by === 'rate' ? value : value.trim() === '' ? '' : undefined)
    form.setFieldValue(baseField, by === 'base' && value.trim() !== '' ? value : undefined)
    for (const field of ['exchange_rate', baseField]) form.clearFieldError(field)
  }
  const rate = said?.by === 'rate' ? said.value : said ? rateOf(said.value) : known.rate
  const base = said?.by === 'base' ? said.value : (keptBase() ?? worthAt(rate))
  return (
    <div className={classes.worth}>
      <FigureInput
        label={label('exchange_rate')}
        data-field="exchange_rate"
        error={form.errors.exchange_rate}
        value={rate}
        onChange={(value) => say('rate', value)}
      />
      <FigureInput
        label={`${label(baseField)} (${own.code})`}
        data-field={baseField}
        error={form.errors[baseField]}
        decimals={own.decimals}
        value={base}
        onChange={(value) => say('base', value)}
      />
    </div>
  )

  function rateOf(value: string): string {
    const worth = parseDecimal(value)
    return worth === null || whole.lte(0) ? '' : text(ratio(worth, 1, whole, rateDecimals))
  }
  function worthAt(value: string): string {
    const figure = parseDecimal(value)
    return figure === null || value === '' || whole.eq(0) ? '' : text(round(whole.times(figure), own.decimals))
  }
  /** As it was booked, as long as neither was changed. */
  function keptBase(): string | undefined {
    return said === null && known.amount !== undefined && whole.eq(known.amount) ? known.base : undefined
  }
}

/** The rate the record was posted at, otherwise the rate of its day. */
function useKnown(chosen: string, date: string, baseField: string) {
  const { form } = useFormScope()
  const [stored] = useState(() => form.getValues())
  const { data } = useOptions(lookUps.currencies, { date })
  const ofDay = (data as { id: number; rate: number | null }[] | undefined)?.find(
    ({ id }) => String(id) === chosen,
  )?.rate
  const isPosted = stored.status !== undefined ? stored.status !== 'draft' : stored.id !== undefined
  const isKept = String(stored.currency_id) === chosen && (isPosted || stored.has_own_rate === true)
  if (!isKept || !stored.exchange_rate) return { rate: ofDay ? String(ofDay) : '' }
  const amount = String(stored.total ?? stored.amount ?? '')
  return { rate: String(stored.exchange_rate), amount, base: String(stored[baseField] ?? '') }
}
