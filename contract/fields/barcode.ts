import { z } from 'zod'
import { foldDigits, listParts } from './clean-text.ts'

const barcodesMaximum = 20
/** What a scanner can send: letters, digits and signs of ASCII, without spaces and the signs that part a list. */
const shape = /^[\x21-\x2b\x2d-\x3a\x3c-\x7e]{1,50}$/
/** A long number as a spreadsheet shortens it: its last digits are lost. */
const shortened = /^\d(\.\d+)?[eE]\+\d+$/

/**
 * The written form of a barcode. A trade number of twelve digits is the same as one of thirteen that begins with zero (GTIN), and
 * scanners send either.
 */
export function barcodeOf(text: string): string {
  const code = foldDigits(text.trim())
  return /^\d{12}$/.test(code) && hasCheckDigit(`0${code}`) ? `0${code}` : code
}

/** Digits at even places of thirteen count three times; with the last one all are a multiple of ten. */
const hasCheckDigit = (digits: string): boolean =>
  [...digits].reduce((sum, digit, place) => sum + Number(digit) * (place % 2 === 1 ? 3 : 1), 0) % 10 === 0

const isBarcode = (value: string) => shape.test(value) && !shortened.test(value)

/** What was scanned or typed as one barcode. */
export const barcode = z.string().min(1, 'required').max(200, 'too_long').transform(barcodeOf)

/** The barcodes of a record, each once: a list, or one text with commas, spaces or lines between them. '' and null empty them. */
export const barcodeList = z
  .preprocess(
    (value) => (value === null ? [] : listParts(value)),
    z
      .array(z.union([z.string(), z.number().transform(String)], { error: () => 'invalid_barcode' }))
      .max(barcodesMaximum, 'too_many_rows')
      .transform((codes) => [...new Set(codes.map(barcodeOf))])
      .refine((codes) => codes.every(isBarcode), 'invalid_barcode'),
  )
  .optional()
