import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { customers, suppliers } from '#contract/parties.ts'
import { optionsOf } from '../../api/optionsOf.ts'
import { useChoices } from '../../ui/fields/useChoices.ts'
import { useReportScope } from './ReportScope.ts'

/** The party of a report with one kind of party. */
const fields: Record<string, string> = { sales_details: 'customer_id', purchases_details: 'supplier_id' }

/** One customer or supplier. */
export function PartyFilter() {
  const { t } = useTranslation(['reports', 'common', 'shell'])
  const { report, search, change } = useReportScope()
  const field = fields[report.name] ?? 'party_id'
  const buyers = useChoices(optionsOf(customers))
  const sellers = useChoices(optionsOf(suppliers))
  const both = [
    { group: t('shell:pages.customers'), items: buyers.choices },
    { group: t('shell:pages.suppliers'), items: sellers.choices },
  ]
  const choices: Record<string, typeof both> = { customer_id: both.slice(0, 1), supplier_id: both.slice(1) }
  return (
    <Select
      label={t(`fields.report.${field}`)}
      data={choices[field] ?? both}
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
