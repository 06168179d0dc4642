import { decimal } from '#ledger/money.ts'

/**
 * The form asks for name, rate and status only, so a new tax takes its category and its boxes of the VAT return
 * from the rate: above zero is standard rated, zero stays out of scope until somebody classifies it.
 */
export function boxesOf(rate: string): { category: string; sale_box: string | null; purchase_box: string | null } {
  if (decimal(rate).gt(0)) return { category: 'S', sale_box: '1', purchase_box: '7' }
  return { category: 'O', sale_box: null, purchase_box: null }
}
