import { decimal } from '#ledger/money.ts'
import type { Fee } from '#ledger/posting/payment.ts'
import type { Need } from '#server/core/needs.ts'
import type { PaymentInput } from './payment-input.ts'

type InputTax = { id: number; purchase_box: string | null } | undefined

/** The organization's standard input tax, under which the tax of a processor's fee is deductible. */
export const standardInputTax: Need<InputTax> = {
  load: ({ db }) =>
    db
      .selectFrom('taxes')
      .select(['id', 'purchase_box'])
      .where('category', '=', 'S')
      .where('purchase_box', '=', '7')
      .orderBy('id')
      .executeTakeFirst(),
}

/** Fee and its tax together. */
export const feeTotal = ({ fee, fee_tax }: Pick<PaymentInput, 'fee' | 'fee_tax'>) =>
  decimal(fee || 0).plus(fee_tax || 0)

/** The processor's fee; null where there is none. */
export function feeOf(input: Pick<PaymentInput, 'fee' | 'fee_tax'>, tax: InputTax): Fee | null {
  const { fee, fee_tax } = input
  if (feeTotal(input).eq(0)) return null
  const hasTax = decimal(fee_tax ?? 0).gt(0)
  return {
    amount: fee ?? '0',
    tax: fee_tax ?? '0',
    tax_id: hasTax ? (tax?.id ?? null) : null,
    box: hasTax ? (tax?.purchase_box ?? '7') : null,
  }
}
