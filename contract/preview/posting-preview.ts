import { z } from 'zod'
import { id } from '../fields/choice.ts'
import { wire } from '../fields/decimal.ts'
import { maybeText, nullable, reference } from '../fields/response-fields.ts'
import { defineCall } from '../kit/resource.ts'

/** What a sentence about an entry names, in its order. */
export const effectNames = [
  'receivable',
  'payable',
  'cash',
  'inventory',
  'advance_paid',
  'advance_received',
  'output_vat',
  'input_vat',
  'income',
  'expense',
  'other',
] as const
const side = wire.nullable()
const preview = z.object({
  /** By how much each of these grows, in its own nature; below zero it shrinks. In base currency. */
  effects: z.array(z.object({ name: z.string(), change: wire })),
  entries: z.array(
    z.object({
      date: z.string(),
      kind: z.string(),
      /** It takes an earlier entry back. */
      is_reversal: z.boolean(),
      lines: z.array(
        z.object({
          account: reference.extend({ number: z.string() }),
          party: nullable(reference),
          description: maybeText,
          debit: side,
          credit: side,
        }),
      ),
    }),
  ),
})
export type PostingPreview = z.output<typeof preview>

type Previewed<Body extends z.ZodType> = { path: string; labels: string; admission: readonly string[]; body: Body }

/**
 * What saving would post, by the same rules and refusals; nothing is written. With `id` it is a stored record that is
 * saved: a draft that is confirmed, or a correction with its reversal.
 */
export const previewCall = <const Body extends z.ZodType>({ path, labels, admission, body }: Previewed<Body>) =>
  defineCall({
    method: 'POST',
    path: `${path}/preview`,
    kind: 'preview',
    admission,
    labels,
    query: z.object({ id: id.optional() }),
    body,
    answer: preview,
  })

/** The same of what is made from another record, which its address names. */
export const previewFromCall = <const Body extends z.ZodType>({ path, labels, admission, body }: Previewed<Body>) =>
  defineCall({
    method: 'POST',
    path: `${path}/preview`,
    kind: 'preview',
    admission,
    labels,
    params: z.object({ id }),
    body,
    answer: preview,
  })
