import { z } from 'zod'
import { date, optional, optionalRows } from './choice.ts'
import { foldDigits } from './clean-text.ts'
import { quantity, wire } from './decimal.ts'
import { maybeText } from './response-fields.ts'
import { givenCode } from './text.ts'

/** How the pieces of a product are told apart: not at all, by batch, or each by its serial number. */
export const trackings = ['none', 'batch', 'serial'] as const
export type Tracking = (typeof trackings)[number]

const lotsMaximum = 500
/** In a file the lots of a row are in one cell, one behind the other. */
export const lotSeparator = ';'
/** One number in any digits: `٠١٢` is `012`. */
export const lotNumber = givenCode
  .overwrite(foldDigits)
  .refine((number) => !number.includes(lotSeparator), 'lot_separator')
const lotOfRow = z.object({
  number: lotNumber,
  /** Of a batch that is new; of a known one it may be left out, and is never another one. */
  expires_on: optional(date),
  /** In the product's own unit. Absent: one piece of a serial number, or all of a row that has one batch. */
  quantity: optional(quantity),
})
export type SentLot = z.output<typeof lotOfRow>

/**
 * The batches or serial numbers of a row, which come to its quantity. What leaves without saying which is taken of what expires first; what
 * comes says it. Absent keeps what is stored for the same quantity.
 */
export const lotsOfRow = { lots: optionalRows(z.array(lotOfRow).max(lotsMaximum, 'too_many_rows')) }
const cell = /^(.+?)(?:\s*=\s*(\d+(?:\.\d+)?))?(?:\s*@\s*(\d{4}-\d{2}-\d{2}))?$/
/** The lots of a row in one cell of a file: `B-1=5@2027-03-31; B-2=2`, each with its quantity and its last day where it says them. */
export const lotsInCell = (text: unknown): { number: string; quantity?: string; expires_on?: string }[] | undefined =>
  typeof text !== 'string' || text.trim() === ''
    ? undefined
    : foldDigits(text)
        .split(lotSeparator)
        .map((part) => cell.exec(part.trim()))
        .flatMap((match) => {
          const [, number, quantity, expires_on] = match ?? []
          return number === undefined
            ? []
            : [{ number, ...(quantity && { quantity }), ...(expires_on && { expires_on }) }]
        })

const lotAnswer = z.object({ number: z.string(), expires_on: maybeText, quantity: wire })
/** The same as it is answered; null of a product that is not tracked. */
export const lotsOfRowAnswer = { lots: z.union([z.array(lotAnswer), z.null()]) }
