import { useEffect, useState } from 'react'
import { parseDecimal } from '#ledger/money.ts'
import { useFieldLabel } from '../../i18n/useFieldLabel.ts'
import { FigureInput } from '../fields/FigureInput.tsx'
import { useListScope } from '../list-scope/ListScope.ts'

/** One end of a range of amounts; it applies when the field is left or Enter is pressed. What is no amount filters nothing. */
export function FilterAmount({ name }: { name: string }) {
  const { resource, view } = useListScope()
  const label = useFieldLabel(resource.name)
  const stored = view.search.filters[name] ?? ''
  const [typed, setTyped] = useState(stored)
  useEffect(() => setTyped(stored), [stored])
  const apply = () => {
    const amount = parseDecimal(typed)
    if (typed !== '' && (amount === null || amount.startsWith('-'))) return setTyped(stored)
    if (typed !== stored) view.change({ [name]: typed || undefined })
  }
  return (
    <FigureInput
      label={label(name)}
      value={typed}
      onChange={setTyped}
      onBlur={apply}
      onKeyDown={(event) => event.key === 'Enter' && apply()}
    />
  )
}
