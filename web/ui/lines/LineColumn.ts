import type { ReactNode } from 'react'

/** The props of a cell in edit mode: the row, how to change it, its name and its error. */
export type LineCell<Row> = {
  row: Row
  change: (patch: Partial<Row>) => void
  /** Spread onto the control: accessible name, error, and the mark by which a server error finds it. */
  control: { 'aria-label': string; error?: string; 'data-field': string }
}

/** A column of an editable table. Without `edit` the cell is computed and reads the same in both modes. */
export type LineColumn<Row> = {
  /** The field's name: it words the head, and errors come as `<list>.<index>.<name>`. */
  name: string
  /** Other fields of the same cell: their errors are shown there too. */
  also?: readonly string[]
  /** Whether the row is asked for it yet: until then its errors are not shown, because another cell fills it. */
  isAsked?: (row: Row) => boolean
  /** A CSS width; the rest is shared. */
  width?: string
  figures?: true
  /** Takes the whole width where a row is a card: its choices have long names. */
  isWholeOnCard?: boolean
  read: (row: Row) => ReactNode
  edit?: (cell: LineCell<Row>) => ReactNode
}
