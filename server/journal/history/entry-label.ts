/** Entries that share their kind with others have their own names: set-offs and counts as in the menu. */
const ownNames = ['write_off', 'set_off', 'inventory_count', 'landed_cost', 'retention']
/** Advances: money out of one is a refund to the customer, or from the supplier. */
const customersMoney = ['income_payment', 'credit_note', 'opening_customer_credit']
const ourMoney = ['expense_payment', 'supplier_credit', 'opening_supplier_credit']

/** The common name of an entry: its kind, or its source if that is clearer. */
export function entryKindLabel({ kind, source }: { kind: string; source?: string | null }): string {
  if (!source) return kind
  if (ownNames.includes(source)) return source
  if (kind === 'payment' && customersMoney.includes(source)) return 'refund'
  return kind === 'receipt' && ourMoney.includes(source) ? 'refund_received' : kind
}
