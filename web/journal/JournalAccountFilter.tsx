import { chartCalls } from '#contract/chart.ts'
import { usePostableNodes } from '../accounting-ui/usePostableNodes.ts'
import { FilterPanelSelect } from '../ui/filters/FilterPanelSelect.tsx'
import { matchFolded } from '../ui/values/matchFolded.ts'

/** Entries that touch one account, found by its number or name. */
export function JournalAccountFilter() {
  const { choices } = usePostableNodes(chartCalls.accountOptions)
  return <FilterPanelSelect name="account_id" choices={choices} searchable filter={matchFolded} limit={100} />
}
