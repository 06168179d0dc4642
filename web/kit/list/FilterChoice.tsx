import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Call } from '#contract/kit/resource.ts'
import { useFieldLabel } from '../../words/useFieldLabel.ts'
import { matchFolded } from '../fields/matchFolded.ts'
import { useChoices } from '../fields/useChoices.ts'
import { useListScope } from './ListScope.ts'

/** A filter by one row of another resource (a customer), searched by name. */
export function FilterChoice({ name, call }: { name: string; call: Call }) {
  const { t } = useTranslation('common')
  const { resource, view } = useListScope()
  const label = useFieldLabel(resource.name)(name)
  const { choices, setSearch } = useChoices(call)
  return (
    <Select
      label={label}
      data={choices}
      value={view.search.filters[name] ?? null}
      onChange={(value) => view.change({ [name]: value ?? undefined })}
      searchable
      clearable
      onSearchChange={setSearch}
      filter={matchFolded}
      limit={100}
      placeholder={t('list.any')}
      nothingFoundMessage={t('nothing_found')}
      clearButtonProps={{ 'aria-label': t('actions.clear') }}
    />
  )
}
