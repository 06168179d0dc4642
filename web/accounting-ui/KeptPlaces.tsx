import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { MultiSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { stockPlaces } from '#contract/places/places.ts'
import { optionsOf } from '../api/optionsOf.ts'
import { useUser } from '../api/session.ts'
import { useChoices } from '../ui/fields/useChoices.ts'
import { useField } from '../ui/form/useField.ts'

/** The places that a user keeps; none are all. */
export const KeptPlaces = () => (useUser().organization.uses_places ? <ChosenPlaces /> : null)

function ChosenPlaces() {
  const { t } = useTranslation('common')
  const { form, key, control, path } = useField('place_ids')
  const { choices } = useChoices(optionsOf(stockPlaces))
  const stored = (form.getValues()[path] ?? []) as readonly (string | number)[]
  return (
    <MultiSelect
      key={key}
      label={control.label}
      data-field={path}
      error={control.error}
      description={t('places.kept')}
      data={choices}
      defaultValue={stored.map(String)}
      onChange={(values) => form.setFieldValue(path, values)}
      searchable
      clearable
      nothingFoundMessage={t('nothing_found')}
      clearButtonProps={{ 'aria-label': t('actions.clear') }}
    />
  )
}
