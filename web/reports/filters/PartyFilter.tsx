import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { customers, suppliers } from '#contract/parties.ts'
import { optionsOf } from '../../api/optionsOf.ts'
import { useChoices } from '../../fields/useChoices.ts'
import { useReportScope } from './ReportScope.ts'

/** One customer or supplier. */
export function PartyFilter() {
  const { t } = useTranslation(['reports', 'common', 'shell'])
  const { search, change } = useReportScope()
  const buyers = useChoices(optionsOf(customers))
  const sellers = useChoices(optionsOf(suppliers))
  return (
    <Select
      label={t('fields.report.party_id')}
      data={[
        { group: t('shell:pages.customers'), items: buyers.choices },
        { group: t('shell:pages.suppliers'), items: sellers.choices },
      ]}
      value={search.party_id ?? null}
      onChange={(party_id) => change({ party_id: party_id ?? undefined })}
      placeholder={t('common:list.any')}
      searchable
      clearable
      limit={100}
      nothingFoundMessage={t('common:nothing_found')}
      clearButtonProps={{ 'aria-label': t('common:actions.clear') }}
    />
  )
}
