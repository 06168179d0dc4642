import { z } from 'zod'
import { wire } from '../fields/decimal.ts'
import { defineCall } from '../kit/resource.ts'
import { documentRow } from './document-record.ts'

/** So many rows are added up at most: what is more is narrowed first. */
export const sumMaximum = 20_000

const sums = z.object({
  is_too_many: z.boolean(),
  maximum: z.int(),
  /** One for each currency; `remaining` only of what can be open. */
  sums: z.array(z.object({ currency: documentRow.currency, count: z.int(), total: wire, remaining: wire.nullable() })),
})
export type ListSumsAnswer = z.output<typeof sums>

type Summed<Query extends z.ZodObject> = { path: string; labels: string; admission: readonly string[]; query: Query }

/** What the rows of a list come to by the same filters. Void rows count for nothing. */
export const sumsCall = <const Query extends z.ZodObject>({ path, labels, admission, query }: Summed<Query>) =>
  defineCall({ method: 'GET', path: `${path}/sums`, kind: 'statistic', admission, labels, query, answer: sums })
