import { useMemo } from 'react'
import type { Column } from '../../cells/Column.ts'
import { useArranged } from './useArranged.ts'

export type ChosenColumns<Row> = {
  columns: readonly Column<Row>[]
  hidden: readonly string[]
  hide(names: string[]): void
}

/** The columns of a list without those that the person left out. The first names the row and always stays. */
export function useChosenListColumns<Row>(columns: readonly Column<Row>[]): ChosenColumns<Row> {
  const [{ hidden }, arrange] = useArranged()
  const shown = useMemo(
    () => (hidden.length === 0 ? columns : columns.filter(({ name }, index) => index === 0 || !hidden.includes(name))),
    [columns, hidden],
  )
  return { columns: shown, hidden, hide: (names) => arrange({ hidden: names }) }
}
