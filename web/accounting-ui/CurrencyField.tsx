import { useState } from 'react'
import { lookUps } from '#contract/organization.ts'
import { useUser } from '../api/session.ts'
import { SelectField } from '../ui/fields/SelectField.tsx'
import { useFormScope } from '../ui/form/FormScope.ts'
import { useWatched } from '../ui/form/useWatched.ts'
import { RateHint } from './RateHint.tsx'

/** The currency of what the form writes and, where it is a foreign one, what it is worth on the day of `dateField`. */
export function CurrencyField({ dateField }: { dateField: string }) {
  const { form } = useFormScope()
  const own = useUser().organization.currency
  const [stored] = useState(() => form.getValues())
  const chosen = useWatched(form, 'currency_id')
  const date = useWatched(form, dateField)
  const isForeign = chosen !== '' && chosen !== String(own.id) && date !== ''
  // A posted record keeps its rate, unless its currency changes.
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
