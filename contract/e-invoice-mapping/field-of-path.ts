/** Parts of an e-invoice's path and the form's field that they come from, most specific first. */
const fields: readonly (readonly [RegExp, string])[] = [
  [/^rows\.(\d+)\.(rate|category|exemption_code|tax)/, 'items.$1.tax_id'],
  [/^rows\.(\d+)\.(quantity|price)/, 'items.$1.$2'],
  [/^rows\.(\d+)\.allowances/, 'items.$1.discount_amount'],
  [/^rows\.(\d+)/, 'items.$1.product_id'],
  [/^buyer/, 'customer_id'],
  [/^seller/, 'branch_id'],
  [/^(currency|exchange_rate)/, 'currency_id'],
  [/^issue_date/, 'invoice_date'],
  [/^(supply_date|supply_end_date|audience|notes)/, '$1'],
  [/^purchase_order/, 'po_number'],
  [/^contract/, 'contract_number'],
  [/^payments\.\d+\.terms/, 'payment_terms'],
  [/^payments/, 'payment_means'],
  [/^allowances/, 'discount_amount'],
  [/^breakdown/, 'tax_id'],
  [/^flags/, 'transaction_kind'],
]

/** The field of the document's form that a finding of the rules is about; `items` if it is about the figures as a whole. */
export function fieldOfPath(path: string): string {
  const found = fields.find(([pattern]) => pattern.test(path))
  if (!found) return 'items'
  const [pattern, field] = found
  const [matched = ''] = pattern.exec(path) ?? []
  return matched.replace(pattern, field)
}
