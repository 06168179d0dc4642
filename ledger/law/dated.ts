/** Whether the text of the law was read, or only what others write about it. */
export type LawState = 'confirmed' | 'unconfirmed'

/** A version of something that the law fixes: valid from a day until the next version. */
export type LawRow<Values> = {
  from: string
  values: Values
  /** Article and where it was read. */
  source: string
  state: LawState
}
/** Versions, oldest first. A change adds a row; none is edited. */
export type LawTable<Values> = readonly LawRow<Values>[]

/** The version that is valid on a day; undefined before the first. */
export const lawOn = <Values>(table: LawTable<Values>, day: string): LawRow<Values> | undefined =>
  table.findLast(({ from }) => from <= day)

/** The version that a record keeps by its first day; of one that keeps none, the version that is valid on its day. */
export const lawKept = <Values>(
  table: LawTable<Values>,
  day: string,
  kept: string | null | undefined,
): LawRow<Values> | undefined => table.find(({ from }) => from === kept) ?? lawOn(table, day)
