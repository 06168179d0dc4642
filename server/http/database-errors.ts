import { Refusal } from '#server/core/refusal.ts'
import { isConnectionLoss } from '#server/db/driver/connection-loss.ts'
import { tenantTables } from '#server/db/schema.ts'

type DatabaseError = Error & { code?: string; constraint?: string; detail?: string; table?: string; dataType?: string }

// Constraints that say more than "taken" or "in use"; the rest follow from PostgreSQL's own naming.
const named: Record<string, (labels: string) => Refusal> = {
  financial_years_overlap: () => new Refusal('year_overlap', { field: 'started_at' }),
  documents_own_number: numberTaken,
  documents_supplier_number: numberTaken,
  documents_customs_number: () => new Refusal('number_taken', { field: 'declaration_number' }),
  payments_organization_id_kind_number_key: () => new Refusal('number_taken', { field: 'payment_number' }),
  manual_entries_organization_id_number_key: () => new Refusal('number_taken', { field: 'journal_number' }),
  documents_not_over_settled: () => new Refusal('exceeds_remaining', { field: 'references' }),
  payments_not_over_allocated: () => new Refusal('exceeds_payment', { field: 'amount' }),
  journal_entries_bank_reconciled: () => new Refusal('bank_reconciled', { field: 'status' }),
  bank_reconciliations_one_open: () => new Refusal('reconciliation_open', { field: 'account_id' }),
  bank_reconciliations_of_account: () => new Refusal('value_taken', { field: 'statement_date' }),
  monthly_balances_postable: () => new Refusal('not_postable'),
  user_directory_pkey: () => new Refusal('email_taken', { field: 'email' }),
  invitations_open: () => new Refusal('already_invited', { field: 'email' }),
  assets_of_row: () => new Refusal('row_registered', { field: 'unit_number', params: { open: 0 } }),
  product_barcodes_pkey: () => new Refusal('value_taken', { field: 'barcodes' }),
  order_lines_not_exceeded: () => new Refusal('conflict_retry'),
  goods_note_lines_not_exceeded: () => new Refusal('conflict_retry'),
  goods_note_lines_known: () => new Refusal('conflict_retry'),
  order_lines_known: () => new Refusal('conflict_retry'),
  order_links_organization_id_order_id_fkey: () => new Refusal('order_was_taken'),
  documents_organization_id_advance_order_id_fkey: () => new Refusal('order_was_taken'),
  order_lines_taken: () => new Refusal('order_taken', { field: 'items' }),
  organization_directory_pkey: () => new Refusal('username_taken', { field: 'username' }),
}

/** One constraint covers the numbers of several documents: `labels` tells which form was sent. */
function numberTaken(labels: string): Refusal {
  const isNote = ['credit_note', 'debit_note', 'supplier_credit'].includes(labels)
  return new Refusal('number_taken', {
    field: isNote ? 'note_number' : labels === 'bill' ? 'bill_number' : 'invoice_number',
  })
}

/**
 * Translates an error of the database into a refusal a person can act on. Undefined if it is not about the input.
 * `labels` names the form.
 */
export function databaseRefusal(error: unknown, labels = 'common'): Refusal | undefined {
  // EPIPE has five letters like a code of PostgreSQL.
  if (isConnectionLoss(error)) return new Refusal('unavailable')
  const { code, detail = '' } = error as DatabaseError
  if (typeof code !== 'string' || !/^[0-9A-Z]{5}$/.test(code)) return undefined
  const { constraint: name, table, dataType } = namesOf(error as DatabaseError)
  const special = named[name]
  if (special) return special(labels)
  if (code === '23505') return new Refusal('value_taken', { field: columnOf(name, table, 'key') })
  if (code === '23503' && detail.includes('still referenced')) return new Refusal('in_use')
  if (code === '23503') return new Refusal('unknown_reference', { field: columnOf(name, table, 'fkey') })
  if (code === '22003' || (code === '23514' && amountTypes.has(dataType))) return new Refusal('total_out_of_range')
  if (code.startsWith('22') || code === '23514' || code === '23502') return new Refusal('invalid_input')
  if (code === '40001' || code === '40P01') return new Refusal('conflict_retry')
  if (/^(08|53|57P|55P03|55000|57014|25006|XX000)/.test(code)) return new Refusal('unavailable')
  return undefined
}

/**
 * What an error is about. A node of a distributed database passes its words on and not these fields, and adds the number of the shard to the names.
 */
function namesOf({ message, constraint, table, dataType }: DatabaseError) {
  const said = (pattern: RegExp) => pattern.exec(message)?.[1] ?? ''
  const withoutShard = (name: string) => name.replace(/_\d+$/, '')
  const name = withoutShard(constraint ?? said(/constraint "(\w+)"/)) || said(/ breaks (\w+)$/)
  return {
    constraint: name,
    table: withoutShard(table ?? said(/(?:table|relation) "(\w+)"/)) || tableOf(name),
    dataType: dataType ?? said(/domain (\w+)/),
  }
}

/** PostgreSQL names a constraint after its table; of two tables with one beginning it is the longer one. */
const tableOf = (constraint: string) =>
  [...tenantTables]
    .filter((table) => constraint.startsWith(`${table}_`))
    .reduce((longest, table) => (table.length > longest.length ? table : longest), '')

/** Each input is within its bounds, and what they come to is not: a quantity times its price, an amount at its rate. */
const amountTypes: ReadonlySet<string> = new Set(['money_amount', 'signed_amount', 'balance_amount'])

/** `taxes_organization_id_name_key` on `taxes` is about `name`. */
function columnOf(constraint: string, table: string, suffix: string): string {
  return constraint
    .replace(`${table}_`, '')
    .replace('organization_id_', '')
    .replace(new RegExp(`_${suffix}$`), '')
}
