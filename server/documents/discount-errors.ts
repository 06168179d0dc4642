import type { FieldErrors } from '#contract/issues.ts'
import { decimal, round, sum, text } from '#ledger/money.ts'
import { type Discount, discountOf } from '#ledger/totals.ts'
import { statedQuantity } from '#server/catalog/units/row-units.ts'
import type { DocumentInput } from './document-input.ts'

/** Discounts that are both an amount and a percentage, have too many decimals for the currency, or exceed their base. */
export function discountErrors(input: DocumentInput, decimals: number): FieldErrors {
  const errors: FieldErrors = {}
  const left = input.items.map((item, index) => {
    const whole = round(decimal(statedQuantity(item)).times(decimal(item.price)), decimals)
    const code = discountProblem(item, text(whole), decimals)
    if (code) errors[`items.${index}.discount_amount`] = { code }
    return whole.minus(discountOf(item, whole, decimals))
  })
  const code = discountProblem(input, text(sum(left)), decimals)
  if (code) errors.discount_amount = { code }
  return errors
}

function discountProblem({ discount_amount, discount_percent }: Discount, of: string, decimals: number): string | null {
  if (isNone(discount_amount)) return null
  if (!isNone(discount_percent)) return 'one_discount'
  if (!round(discount_amount, decimals).eq(discount_amount)) return 'too_many_decimals'
  return decimal(discount_amount).gt(of) ? 'discount_exceeds' : null
}

const isNone = (value: Discount['discount_amount']): value is null | undefined => value === null || value === undefined
