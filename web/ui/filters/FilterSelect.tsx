import { Select } from '@mantine/core'
import { useFieldLabel } from '../../i18n/useFieldLabel.ts'
import { useListScope } from '../list-scope/ListScope.ts'

type FilterSelectProps = {
  /** The filter's key in the contract and in the URL. */
  name: string
  /** The label of no filter: "All statuses". */
  all: string
  choices: { value: string; label: string }[]
}

/** A filter of a few fixed values, next to the search. */
export function FilterSelect({ name, all, choices }: FilterSelectProps) {
  const { resource, view } = useListScope()
  const label = useFieldLabel(resource.name)(name)
  return (
    <Select
      w={150}
      aria-label={label}
      data={[{ value: 'all', label: all }, ...choices]}
      value={view.search.filters[name] ?? 'all'}
      onChange={(value) => view.change({ [name]: value === 'all' ? undefined : (value ?? undefined) })}
      allowDeselect={false}
    />
  )
}
