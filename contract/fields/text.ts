import { z } from 'zod'
import { cleanCode, cleanText, foldDigits } from './clean-text.ts'

/**
 * The field atoms of every contract (with `decimal.ts` and `choice.ts`). Each accepts what a JSON body, a multipart
 * field and a form control send, and answers one canonical value. A message is always a code (worded in
 * `locales/<language>/errors.json`), never a sentence.
 */

const asText = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? String(value) : value)
const cleaned = (value: unknown) => (typeof value === 'string' ? cleanText(value).trim() : value)
const folded = (value: unknown) => (typeof value === 'string' ? foldDigits(cleanCode(value)) : value)
/** Digits in groups, as certificates print them, are one number. */
const joined = (value: unknown) => (typeof value === 'string' ? (folded(value) as string).replace(/\s+/g, '') : value)

/** One line of text, 1 to `max` characters, NFC, without control or direction characters. */
export const textOf = (max: number) =>
  z.preprocess(
    (value) => {
      const text = cleaned(value)
      return typeof text === 'string' ? text.replace(/\s+/g, ' ') : text
    },
    z.string().min(1, 'required').max(max, 'too_long'),
  )
export const text = textOf(200)
/** Several lines of text, at most 5,000 characters. */
export const note = z.preprocess(cleaned, z.string().max(5000, 'too_long'))

/** An identifier that people type: ASCII after folding Arabic digits, at most 50 characters. */
export const code = z.preprocess(
  (value) => folded(asText(value)),
  z
    .string()
    .min(1, 'required')
    .max(50, 'too_long')
    .regex(/^[\x20-\x7e]+$/, 'invalid_code'),
)
/** A free number or code, chosen by the user or by another party: in any script, as typed, at most 50 characters. */
export const givenCode = z.preprocess(
  (value) => {
    const given = cleaned(asText(value))
    return typeof given === 'string' ? given.replace(/\s+/g, ' ') : given
  },
  z.string().min(1, 'required').max(50, 'too_long'),
)
export const email = z.preprocess(
  (value) => (typeof value === 'string' ? cleanCode(value).toLowerCase() : value),
  z.string().min(1, 'required').max(254, 'too_long').pipe(z.email('invalid_email')),
)
export const phone = z.preprocess(
  folded,
  z
    .string()
    .min(1, 'required')
    .regex(/^\+?[0-9][0-9 ()-]{4,19}$/, 'invalid_phone'),
)
export const taxNumber = z.preprocess(joined, z.string().regex(/^[0-9A-Za-z-]{1,20}$/, 'invalid_tax_number'))
/** A Saudi VAT registration number: 15 digits that begin and end with 3 (BR-KSA-40). */
export const saudiTaxNumber = z.preprocess(joined, z.string().regex(/^3[0-9]{13}3$/, 'invalid_tax_number'))
