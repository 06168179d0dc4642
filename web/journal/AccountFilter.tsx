import { chartCalls } from '#contract/chart.ts'
import { matchFolded } from '../fields/matchFolded.ts'
import { FilterPanelSelect } from '../filters/FilterPanelSelect.tsx'
import { useLeaves } from './useLeaves.ts'

/** Entries that touch one account, found by its number or name. */
export function AccountFilter() {
  const { choices } = useLeaves(chartCalls.accountOptions)
  return <FilterPanelSelect name="account_id" choices={choices} searchable filter={matchFolded} limit={100} />
}
