import { z } from 'zod'

export const pageSizes = [10, 25, 50, 100] as const
const empty = (value: unknown) => (value === '' || value === 'all' || value === 'null' ? undefined : value)
/** A whole number from one to a maximum, as an address has it. */
export const wholeNumber = (maximum: number, fallback: number) =>
  z.preprocess(
    empty,
    z
      .union(
        [
          z.int(),
          z
            .string()
            .regex(/^[0-9]{1,7}$/)
            .transform(Number),
        ],
        { error: 'invalid_number' },
      )
      .refine((value) => value >= 1 && value <= maximum, 'out_of_range')
      .default(fallback),
  )

export type ListFacts = {
  /** Columns that the keyword looks through; none means the list has no search. */
  search: readonly string[]
  sort: readonly [string, ...string[]]
  /** The default order of the list; a leading `-` means descending. */
  order: string
  filter: Record<string, z.ZodType>
}

export const keywordMaximum = 100
const keyword = z.preprocess(empty, z.string().max(keywordMaximum, 'too_long').optional())
// Made once: a schema of its own of each for every list would take forty kilobytes a list.
const ofEveryList = {
  page: wholeNumber(1_000_000, 1),
  per_page: wholeNumber(100, 10),
  keyword,
  sort_order: z.preprocess(
    (value) => (typeof value === 'string' ? empty(value.toLowerCase()) : value),
    z.enum(['asc', 'desc'], 'invalid_choice').optional(),
  ),
}

/** page, per_page, keyword, sort and the declared filters, as they stand in the URL. */
export function listQuery(list: ListFacts) {
  const filters = Object.fromEntries(
    Object.entries(list.filter).map(([key, schema]) => [key, z.preprocess(empty, schema.optional())]),
  )
  const sort_key = z.preprocess(empty, z.enum(list.sort, 'invalid_choice').optional())
  // A list without a search takes no keyword: it is refused by name, not ignored.
  const { keyword: _, ...unsearched } = ofEveryList
  return z.object({ ...filters, ...(list.search.length > 0 ? ofEveryList : unsearched), sort_key })
}
export type ListQuery = {
  page: number
  per_page: number
  keyword?: string
  sort_key?: string
  sort_order?: 'asc' | 'desc'
} & Record<string, unknown>

/** Option lists are short by design: a keyword narrows them. `meta.total` says how many there are where a page does not hold all. */
export const optionQuery = z.object({ page: ofEveryList.page, keyword, per_page: wholeNumber(1000, 1000) })

/** One or several values of a filter: `types=a`, `types=a,b`, `types[]=a` and repeated keys alike. */
export const multiValue = <T extends z.ZodType>(schema: T) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? value.split(',') : value),
    z.array(schema).max(100, 'too_many_rows'),
  )

export type ListAnswer<Row> = { data: Row[]; meta: { total: number } }
/** `code` is the name of the refusal: stable, and the same in every language. */
export type ErrorAnswer = { code: string; message: string; errors: Record<string, string> }
