import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFieldLabel } from '../../words/useFieldLabel.ts'
import { useListScope } from './ListScope.ts'

type FilterPanelSelectProps = { name: string; choices: { value: string; label: string }[] }

/** A filter of a few fixed values inside the filter drawer. */
export function FilterPanelSelect({ name, choices }: FilterPanelSelectProps) {
  const { t } = useTranslation('common')
  const { resource, view } = useListScope()
  return (
    <Select
      label={useFieldLabel(resource.name)(name)}
      data={choices}
      value={view.search.filters[name] ?? null}
      onChange={(value) => view.change({ [name]: value ?? undefined })}
      placeholder={t('list.any')}
      clearable
      clearButtonProps={{ 'aria-label': t('actions.clear') }}
    />
  )
}
