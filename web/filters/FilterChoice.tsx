import type { Call } from '#contract/kit/resource.ts'
import { matchFolded } from '../fields/matchFolded.ts'
import { useChoices } from '../fields/useChoices.ts'
import { FilterPanelSelect } from './FilterPanelSelect.tsx'

/** A filter by one row of another resource (a customer), searched by name. */
export function FilterChoice({ name, call }: { name: string; call: Call }) {
  const { choices, setSearch } = useChoices(call)
  return (
    <FilterPanelSelect
      name={name}
      choices={choices}
      searchable
      onSearchChange={setSearch}
      filter={matchFolded}
      limit={100}
    />
  )
}
