import type { Selectable } from 'kysely'
import type { Entry, Line } from '#ledger/entry.ts'
import { decimal, text } from '#ledger/money.ts'
import type { Session } from '#server/core/context.ts'
import type { Database } from '#server/db/schema.ts'

type StoredLine = Selectable<Database['journal_lines']>
type StoredTax = Selectable<Database['tax_entries']>

/** An entry of the ledger from its stored lines and tax rows, in their order. */
export const entryOfRows = (lines: readonly StoredLine[] = [], taxes: readonly StoredTax[] = []): Entry => ({
  lines: lines.map(lineOf),
  taxes: taxes.map(taxOf),
})

const lineOf = (line: StoredLine): Line => ({
  account: line.account_id,
  branch_id: line.branch_id,
  cost_center_id: line.cost_center_id,
  party:
    line.party_id === null
      ? null
      : { kind: line.party_kind === 'customer' ? 'customer' : 'supplier', id: line.party_id },
  debit: decimal(line.debit),
  credit: decimal(line.credit),
  currency_id: line.currency_id,
  amount_currency: decimal(line.amount_currency),
  tax_id: line.tax_id,
  document_id: line.document_id,
  product_id: line.product_id,
  description: line.description,
})

const taxOf = (tax: StoredTax): Entry['taxes'][number] => ({
  tax_id: tax.tax_id,
  box: tax.box,
  sign: tax.sign === 1 ? 1 : -1,
  base: decimal(tax.base),
  tax: decimal(tax.tax),
  is_adjustment: tax.is_adjustment,
  branch_id: tax.branch_id,
})

/** A line of the ledger as columns of the journal, without its account. */
export const lineColumns = (line: Line, { organization }: Session) => ({
  branch_id: line.branch_id,
  cost_center_id: line.cost_center_id ?? null,
  party_kind: line.party?.kind ?? null,
  party_id: line.party?.id ?? null,
  debit: text(line.debit),
  credit: text(line.credit),
  currency_id: line.currency_id ?? organization.currency_id,
  amount_currency: text(line.amount_currency),
  tax_id: line.tax_id ?? null,
  document_id: line.document_id ?? null,
  product_id: line.product_id ?? null,
  description: line.description ?? null,
})

/** The tax rows of an entry as columns of the VAT return, in their order. */
export const taxColumns = ({ taxes }: Entry) =>
  taxes.map(({ box, sign, base, tax, is_adjustment, tax_id, branch_id }) => ({
    box,
    sign,
    base: text(base),
    tax: text(tax),
    is_adjustment,
    tax_id,
    branch_id,
  }))
