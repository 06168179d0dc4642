import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { MultiSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Call } from '#contract/kit/resource.ts'
import { useFieldLabel } from '../i18n/useFieldLabel.ts'
import { useChoices } from '../ui/fields/useChoices.ts'
import { useListScope } from '../ui/list-scope/ListScope.ts'

/** A filter by several rows of another resource; the URL holds their ids, comma between. */
export function FilterMany({ name, call }: { name: string; call: Call }) {
  const { t } = useTranslation('common')
  const { resource, view } = useListScope()
  const label = useFieldLabel(resource.name)(name)
  const { choices } = useChoices(call)
  return (
    <MultiSelect
      label={label}
      data={choices}
      value={view.search.filters[name]?.split(',') ?? []}
      onChange={(values) => view.change({ [name]: values.join(',') || undefined })}
      searchable
      clearable
      placeholder={view.search.filters[name] ? undefined : t('list.any')}
      nothingFoundMessage={t('nothing_found')}
      clearButtonProps={{ 'aria-label': t('actions.clear') }}
    />
  )
}
