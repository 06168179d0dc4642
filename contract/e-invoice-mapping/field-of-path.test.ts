import { expect, test } from 'vitest'
import { fieldOfPath } from './field-of-path.ts'

test.each([
  ['rows.2.name', 'items.2.product_id'],
  ['rows.2.quantity', 'items.2.quantity'],
  ['rows.0.exemption_code', 'items.0.tax_id'],
  ['rows.1.allowances.0.amount', 'items.1.discount_amount'],
  ['buyer.address.postal_code', 'customer_id'],
  ['seller.address', 'branch_id'],
  ['exchange_rate', 'currency_id'],
  ['supply_end_date', 'supply_end_date'],
  ['notes.0', 'notes'],
  ['payments.0.terms', 'payment_terms'],
  ['breakdown.0.exemption', 'tax_id'],
  ['totals.tax_sar', 'items'],
])('the finding at %s belongs to the field %s', (path, field) => {
  expect(fieldOfPath(path)).toBe(field)
})
