import type { ReactNode } from 'react'

/** One column of a list. `name` is the row's key, the sort key and, by convention, the label's key in one. */
export type Column<Row> = {
  name: string
  draw: (row: Row) => ReactNode
  /** Figures end at the same physical side in both directions, so that decimals line up. */
  figures?: true
  /** In pixels, for what has a usual length; columns without share the rest. What is longer widens its column: nothing is cut off. */
  width?: number
  /** Left out of a table that has too little room for it; the record's page has it as well. */
  extra?: true
  /**
   * Its place on the card of a phone: the first line has the title and the figure, the second what needs no label, the third the rest
   * with labels, and the status at its end. A table without a title lists all its columns with their labels.
   */
  card?: 'title' | 'figure' | 'plain' | 'end'
}
