import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { chartCalls } from '#contract/chart.ts'
import { matchFolded } from '../kit/fields/matchFolded.ts'
import { useListScope } from '../kit/list/ListScope.ts'
import { useFieldLabel } from '../words/useFieldLabel.ts'
import { useLeaves } from './useLeaves.ts'

/** Entries that touch one account, found by its number or name. */
export function AccountFilter() {
  const { t } = useTranslation('common')
  const { resource, view } = useListScope()
  const label = useFieldLabel(resource.name)('account_id')
  const { choices } = useLeaves(chartCalls.accountOptions)
  return (
    <Select
      label={label}
      data={choices}
      value={view.search.filters.account_id ?? null}
      onChange={(value) => view.change({ account_id: value ?? undefined })}
      searchable
      clearable
      filter={matchFolded}
      limit={100}
      placeholder={t('list.any')}
      nothingFoundMessage={t('nothing_found')}
      clearButtonProps={{ 'aria-label': t('actions.clear') }}
    />
  )
}
