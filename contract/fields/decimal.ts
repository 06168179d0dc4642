import { z } from 'zod'
import { decimal, parseDecimal, toNumber } from '#ledger/money.ts'
import { cleanCode } from './clean-text.ts'

type DecimalRange = { minimum: string; maximum: string; scale: number; code?: string; aboveMinimum?: true }
/** Amounts that a double represents exactly (accounting rule 3.1): more digits could be stored, but not returned. */
const digitsMaximum = 15
/**
 * An exact decimal as canonical text. Bounds are part of the type: NaN and 1e16 never get past here. `code` is for what lies
 * below them.
 */
const decimalOf = ({ minimum, maximum, scale, code = 'out_of_range', aboveMinimum }: DecimalRange) =>
  z
    .union([z.string(), z.number()], {
      error: (issue) => (issue.input === undefined || issue.input === null ? 'required' : 'invalid_number'),
    })
    .transform((value, context) => {
      const given = cleanCode(String(value))
      const parsed = given === '' ? null : parseDecimal(given)
      const problem = given === '' ? 'required' : parsed === null ? 'invalid_number' : rangeProblem(parsed)
      if (problem !== undefined) context.issues.push({ code: 'custom', message: problem, input: value })
      return parsed ?? '0'
      function rangeProblem(decimal: string): string | undefined {
        if ((decimal.split('.')[1] ?? '').replace(/0+$/, '').length > scale) return 'too_many_decimals'
        const number = Number(decimal)
        if (aboveMinimum ? number <= Number(minimum) : number < Number(minimum)) return code
        const tooLong = decimal.replace(/\D/g, '').replace(/^0+|0+$/g, '').length > digitsMaximum
        return tooLong || number > Number(maximum) ? 'out_of_range' : undefined
      }
    })
    .meta({ type: ['string', 'number'], description: 'an exact decimal' })

/** At most 9,999,999,999,999.99, so that a JSON number carries it exactly (accounting rule 3.1). */
export const amount = decimalOf({ minimum: '0', maximum: '9999999999999.99', scale: 3 })
/** For values that may be negative: a bank's balance. */
export const signedAmount = decimalOf({ minimum: '-9999999999999.99', maximum: '9999999999999.99', scale: 3 })
export const positiveAmount = decimalOf({
  minimum: '0',
  maximum: '9999999999999.99',
  scale: 3,
  aboveMinimum: true,
  code: 'must_be_positive',
})
/** Of a whole row: a weight of one times a quantity. */
export const rowWeight = decimalOf({
  minimum: '0',
  maximum: '999999999999',
  scale: 12,
  aboveMinimum: true,
  code: 'must_be_positive',
})
export const quantity = decimalOf({
  minimum: '0',
  maximum: '999999999',
  scale: 6,
  aboveMinimum: true,
  code: 'must_be_positive',
})
export const stockQuantity = decimalOf({ minimum: '0', maximum: '999999999', scale: 6 })
export const price = decimalOf({ minimum: '0', maximum: '9999999999999.99', scale: 6, code: 'negative_price' })
export const percent = decimalOf({ minimum: '0', maximum: '100', scale: 4 })
/** As the tax authority takes it. */
export const discountPercent = decimalOf({ minimum: '0', maximum: '100', scale: 2 })
export const exchangeRate = decimalOf({
  minimum: '0',
  maximum: '9999999',
  scale: 10,
  aboveMinimum: true,
  code: 'must_be_positive',
})

/**
 * The one codec of the wire: exact decimals leave as JSON numbers of at most 15 significant digits, which a
 * double carries unchanged. Answers are parsed with it; the browser reads plain numbers.
 */
export const wire = z.union([z.number(), z.string()]).transform(wireNumber).meta({ type: 'number' })

// A number of so few characters needs no exact arithmetic to be sure that it survives.
const short = /^-?\d{1,12}(\.\d{1,2})?$/
export function wireNumber(value: string | number): number {
  return typeof value === 'string' && short.test(value) ? Number(value) || 0 : toNumber(decimal(value))
}
