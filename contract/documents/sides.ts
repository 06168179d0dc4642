/**
 * Sales and purchases are one thing with two sides. These facts are the differences; documents, parties and payments
 * read them and never ask for the side. How each side posts is in `ledger/posting`.
 */
export const sales = {
  name: 'sales',
  document: 'invoice',
  /** The name of its documents in permissions. */
  entity: 'invoice',
  documentPath: '/invoices',
  numberField: 'invoice_number',
  dateField: 'invoice_date',
  /** The open items of this side that payments settle. */
  openKinds: ['invoice', 'advance_invoice', 'debit_note', 'opening_receivable', 'journal_receivable'],
  /** The status of a posted document before any payment. */
  postedStatus: 'confirmed',
  party: 'customer',
  partyPath: '/customers',
  partyField: 'customer_id',
  payment: 'income_payment',
  paymentPath: '/accounting/income-payments',
} as const

export const purchases = {
  name: 'purchases',
  document: 'bill',
  entity: 'bill',
  documentPath: '/bills',
  numberField: 'bill_number',
  dateField: 'bill_date',
  openKinds: ['bill', 'opening_payable', 'journal_payable', 'customs_declaration'],
  postedStatus: 'sent',
  party: 'supplier',
  partyPath: '/suppliers',
  partyField: 'supplier_id',
  payment: 'expense_payment',
  paymentPath: '/accounting/expense-payments',
} as const

/**
 * Tax invoices on money received before the supply (type 386): sales documents in every way but that they post to the
 * contract liability, move no goods, and are taken off a later invoice.
 */
export const advances = { ...sales, document: 'advance_invoice', documentPath: '/advance-invoices' } as const

export type Side = typeof sales | typeof purchases | typeof advances
export type SideName = Side['name']
export type PartyKind = Side['party']

/** A field that a side names (`side.partyField`, `side.numberField`), read from a record of either side. */
export const fieldOf = <Value>(record: object, name: string): Value => (record as Record<string, Value>)[name] as Value
