/** What a step of the month-close page states, in the columns of the database: amounts are texts, instants are dates. */
export type StepFacts = {
  state: 'done' | 'open' | 'none'
  count?: number
  amount?: string | null
  day?: string | null
  by?: string | null
  at?: Date | null
  parts?: StepPart[]
}
export type StepPart = {
  kind: string
  id: number | null
  name: string | null
  name_en: string | null
  count: number | null
  day: string | null
}

/** A part that is a number of records of one kind. */
export const countOf = (kind: string, count: number): StepPart => ({
  kind,
  count,
  id: null,
  name: null,
  name_en: null,
  day: null,
})
export const sumOfCounts = (parts: readonly StepPart[]): number =>
  parts.reduce((all, { count }) => all + (count ?? 0), 0)
