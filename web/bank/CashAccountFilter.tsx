import { chartCalls } from '#contract/chart.ts'
import { matchFolded } from '../fields/matchFolded.ts'
import { useChoices } from '../fields/useChoices.ts'
import { FilterPanelSelect } from '../filters/FilterPanelSelect.tsx'
import { cashOnly } from './cashOnly.ts'

/** The reconciliations of one account. */
export function CashAccountFilter() {
  const { choices } = useChoices(chartCalls.accountOptions, null, cashOnly)
  return <FilterPanelSelect name="account_id" choices={choices} searchable filter={matchFolded} limit={100} />
}
