import type { Call } from '#contract/kit/resource.ts'
import { renderChoice } from '../fields/ChoiceLine.tsx'
import { useChoices } from '../fields/useChoices.ts'
import { matchFolded } from '../values/matchFolded.ts'
import { FilterPanelSelect } from './FilterPanelSelect.tsx'

type FilterChoiceProps = {
  name: string
  call: Call
  /** Narrows the options. */
  query?: Record<string, string>
}

/** A filter by one row of another resource (a customer), searched by name. */
export function FilterChoice({ name, call, query }: FilterChoiceProps) {
  const { choices, setSearch } = useChoices(call, null, query)
  return (
    <FilterPanelSelect
      name={name}
      choices={choices}
      searchable
      onSearchChange={setSearch}
      filter={matchFolded}
      renderOption={renderChoice}
      limit={100}
    />
  )
}
