import { NativeSelect } from '@mantine/core'
import { useFieldLabel } from '../../i18n/useFieldLabel.ts'
import { useListScope } from '../list-scope/ListScope.ts'

type FilterNativeProps = {
  name: string
  /** What no filter is called: "All statuses". */
  all: string
  choices: { value: string; label: string }[]
}

/** A filter of a few fixed values next to the search, as the browser draws it: lists with a first load that is held have no other select. */
export function FilterNative({ name, all, choices }: FilterNativeProps) {
  const { resource, view } = useListScope()
  return (
    <NativeSelect
      w={150}
      aria-label={useFieldLabel(resource.name)(name)}
      data={[{ value: '', label: all }, ...choices]}
      value={view.search.filters[name] ?? ''}
      onChange={(event) => view.change({ [name]: event.currentTarget.value || undefined })}
    />
  )
}
