import { decimal } from '#ledger/money.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { ImportBody } from './import-kind.ts'

const chargeColumns = ['shipping_amount', 'adjustment_amount'] as const

/**
 * The charges of a whole document as rows of their own: shipping, and what an adjustment adds. Item and tax are said by the user. What an
 * adjustment takes off has no row: programs take it off after the tax.
 */
export function chargeRows([first = {}]: readonly ImportBody[]): ImportBody[] {
  return chargeColumns.flatMap((column) => {
    const amount = first[column]
    if (amount === undefined || decimal(String(amount)).eq(0)) return []
    if (decimal(String(amount)).lt(0)) throw refusalOf(column, 'import_charge_negative')
    if (first.charge_product_id === undefined) throw refusalOf('charge_product_id', 'import_charge_item')
    if (first.charge_tax_rate === undefined) throw refusalOf('charge_tax_rate', 'import_charge_item')
    return [{ product_id: first.charge_product_id, quantity: '1', price: amount, tax_rate: first.charge_tax_rate }]
  })
}

const refusalOf = (column: string, code: 'import_charge_negative' | 'import_charge_item') =>
  new Refusal('invalid_input', { errors: { [column]: { code } } })
