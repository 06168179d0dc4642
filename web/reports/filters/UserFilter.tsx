import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { users } from '#contract/access/people.ts'
import { optionsOf } from '../../api/optionsOf.ts'
import { useChoices } from '../../ui/fields/useChoices.ts'
import { matchFolded } from '../../ui/values/matchFolded.ts'
import { useReportScope } from './ReportScope.ts'

/** Filters by the person who posted. */
export function UserFilter() {
  const { t } = useTranslation(['reports', 'common'])
  const { search, change } = useReportScope()
  const { choices, setSearch } = useChoices(optionsOf(users))
  return (
    <Select
      label={t('fields.report.user_id')}
      data={choices}
      value={search.user_id ?? null}
      onChange={(user_id) => change({ user_id: user_id ?? undefined })}
      placeholder={t('common:list.any')}
      searchable
      clearable
      onSearchChange={setSearch}
      filter={matchFolded}
      limit={100}
      nothingFoundMessage={t('common:nothing_found')}
      clearButtonProps={{ 'aria-label': t('common:actions.clear') }}
    />
  )
}
