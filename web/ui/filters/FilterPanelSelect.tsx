import { Select, type SelectProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFieldLabel } from '../../i18n/useFieldLabel.ts'
import { useListScope } from '../list-scope/ListScope.ts'

type FilterPanelSelectProps = { name: string; choices: { value: string; label: string }[] } & Pick<
  SelectProps,
  'searchable' | 'onSearchChange' | 'filter' | 'renderOption' | 'limit'
>

/** A filter of one value inside the filter drawer; many values are searched. */
export function FilterPanelSelect({ name, choices, ...search }: FilterPanelSelectProps) {
  const { t } = useTranslation('common')
  const { resource, view } = useListScope()
  return (
    <Select
      label={useFieldLabel(resource.name)(name)}
      data={choices}
      value={view.search.filters[name] ?? null}
      onChange={(value) => view.change({ [name]: value ?? undefined })}
      placeholder={t('list.any')}
      nothingFoundMessage={t('nothing_found')}
      clearable
      clearButtonProps={{ 'aria-label': t('actions.clear') }}
      {...search}
    />
  )
}
