import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { stockPlaces } from '#contract/places/places.ts'
import { useOptions } from '../api/options.ts'
import { optionsOf } from '../api/optionsOf.ts'
import { useUser } from '../api/session.ts'
import { SelectField } from '../ui/fields/SelectField.tsx'
import type { Choosable } from '../ui/fields/useChoices.ts'
import { useFormScope } from '../ui/form/FormScope.ts'

const call = optionsOf(stockPlaces)

type PlaceHint = 'usual' | 'of_order' | 'of_source' | 'of_user'

/** The place whose goods a record moves; nothing to choose where there is one. `hint`: which one it is where none is chosen. */
export function PlaceField({ hint = 'usual' }: { hint?: PlaceHint }) {
  const { uses_places } = useUser().organization
  return uses_places ? <ChosenPlace hint={hint} /> : null
}

function ChosenPlace({ hint }: { hint: PlaceHint }) {
  const { t } = useTranslation('common')
  const { form } = useFormScope()
  const [known] = useState(() => form.getValues().place as Choosable | null | undefined)
  const offered = useOptions(call).data ?? []
  if (offered.length < 2 && !known) return null
  return <SelectField name="place_id" call={call} known={known ?? null} description={t(`places.${hint}`)} />
}
