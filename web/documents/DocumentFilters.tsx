import { useTranslation } from 'react-i18next'
import { billStatuses, invoiceStatuses } from '#contract/documents/documents.ts'
import type { Side } from '#contract/documents/sides.ts'
import { parties } from '#contract/parties.ts'
import { optionsOf } from '../api/optionsOf.ts'
import { useUser } from '../api/session.ts'
import { FilterChoice } from '../ui/filters/FilterChoice.tsx'
import { FilterPanelSelect } from '../ui/filters/FilterPanelSelect.tsx'
import { FilterRanges } from '../ui/filters/FilterRanges.tsx'

const statuses = { sales: invoiceStatuses, purchases: billStatuses }

/** By customer or supplier, by status, and bills by a difference that waits; overdue and void are requested like statuses. */
export function DocumentFilters({ side }: { side: Side }) {
  const { t } = useTranslation('documents')
  const { uses_orders, uses_retention } = useUser().organization
  const choices = [...statuses[side.name], 'overdue', 'void'].map((status) => ({
    value: status,
    label: t(`statuses.${status}`),
  }))
  return (
    <>
      <FilterChoice name={side.partyField} call={optionsOf(parties[side.name])} />
      <FilterPanelSelect name="status" choices={choices} />
      {side.document === 'bill' && uses_orders && (
        <FilterPanelSelect name="unanswered" choices={[{ value: '1', label: t('unanswered.open') }]} />
      )}
      {uses_retention && (
        <FilterPanelSelect name="with_retention" choices={[{ value: '1', label: t('with_retention.open') }]} />
      )}
      <FilterRanges />
    </>
  )
}
