import { type RawBuilder, sql } from 'kysely'
import { type ImportKindName, importKindOf } from '#contract/imports/import-kinds.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { AnswerFile } from '#server/http/send-attachment.ts'
import { type Format, writeTables } from '#server/resource/write-table.ts'
import { requireKind } from './stored-import.ts'

const rowsMaximum = 200_000

/** All records of a kind in the columns of its import, so that an export can be imported. */
export async function exportKind(context: Context, kind: ImportKindName, format: Format): Promise<AnswerFile> {
  requireKind(context, kind, 'export')
  const { db, language, services, session } = context
  const { columns, labels } = importKindOf(kind)
  const { rows } = await sql<Record<string, unknown>>`
    SELECT * FROM (${queries[kind](session.organization_id)}) AS exported LIMIT ${rowsMaximum + 1}`.execute(db)
  if (rows.length > rowsMaximum) throw new Refusal('too_many_to_export', { params: { maximum: rowsMaximum } })
  const table = {
    title: services.words.say(language, `imports:kinds.${kind}`),
    columns: columns.map(({ key }) => ({ head: services.words.label(language, labels, key), kind: 'plain' as const })),
    rows: rows.map((row) => columns.map(({ key }) => cellOf(row[key]))),
  }
  return writeTables(context, `mizan-${kind}-${context.today}`, [table], format)
}

function cellOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)
}

type Query = (organization: number) => RawBuilder<unknown>

const nodes =
  (table: 'accounts' | 'cost_centers'): Query =>
  (organization) =>
    sql`
    SELECT own.number, own.name, own.name_en, own.type, parent.number AS parent_id, own.description, own.status
    FROM ${sql.table(table)} AS own
    LEFT JOIN ${sql.table(table)} AS parent ON parent.organization_id = ${organization} AND parent.id = own.parent_id
    WHERE own.organization_id = ${organization} AND own.type <> 'category' ORDER BY length(own.number), own.number`

const party =
  (kind: string): Query =>
  (organization) =>
    sql`
    SELECT own.*, country.code AS country_id, city.name AS city_id FROM (
      SELECT id, name, name_en, email, mobile, phone, type, status, tax_number, commercial_registration, country_id AS country, city_id AS city,
        building_number, street, district, postal_code, additional_number, address, payment_terms_days
      FROM parties WHERE organization_id = ${organization} AND kind = ${kind}) AS own
    LEFT JOIN countries AS country ON country.id = own.country LEFT JOIN cities AS city ON city.id = own.city ORDER BY own.id`

const products: Query = (organization) => sql`
  SELECT own.code, own.name, own.name_en, own.sku, own.description, type.key AS product_type_id, category.name AS product_category_id, unit.code AS unit_id,
    own.sale_price, own.purchase_price, own.apply_tax, own.unlimited_quantity, income.number AS income_account_id, expense.number AS expense_account_id, own.status
  FROM products AS own
  JOIN product_types AS type ON type.id = own.product_type_id
  JOIN product_categories AS category ON category.organization_id = ${organization} AND category.id = own.product_category_id
  JOIN units AS unit ON unit.organization_id = ${organization} AND unit.id = own.unit_id
  LEFT JOIN accounts AS income ON income.organization_id = ${organization} AND income.id = own.income_account_id
  LEFT JOIN accounts AS expense ON expense.organization_id = ${organization} AND expense.id = own.expense_account_id
  WHERE own.organization_id = ${organization} ORDER BY own.id`

/** A VAT number tells more than a name. */
const partyName = sql`coalesce(party.tax_number, party.name)`

const openingLines: Query = (organization) => sql`
  SELECT head.opening_date, account.number AS account_id, line.debit, line.credit, branch.name AS branch_id
  FROM opening_lines AS line JOIN opening_balances AS head ON head.organization_id = ${organization}
  JOIN accounts AS account ON account.organization_id = ${organization} AND account.id = line.account_id
  JOIN branches AS branch ON branch.organization_id = ${organization} AND branch.id = head.branch_id
  WHERE line.organization_id = ${organization} ORDER BY line.line_number`

const openItems =
  (kind: string, field: string): Query =>
  (organization) =>
    sql`
    SELECT head.opening_date, ${partyName} AS ${sql.id(field)}, item.number, item.due_date, item.total AS amount, currency.code AS currency_id, branch.name AS branch_id
    FROM documents AS item JOIN opening_balances AS head ON head.organization_id = ${organization}
    JOIN parties AS party ON party.organization_id = ${organization} AND party.id = item.party_id
    JOIN currencies AS currency ON currency.id = item.currency_id
    JOIN branches AS branch ON branch.organization_id = ${organization} AND branch.id = head.branch_id
    WHERE item.organization_id = ${organization} AND item.kind = ${kind} AND item.state = 'posted' ORDER BY item.id`

const openingStock: Query = (organization) => sql`
  SELECT head.opening_date, product.code AS product_id, stock.quantity, stock.unit_cost, branch.name AS branch_id
  FROM opening_stock AS stock JOIN opening_balances AS head ON head.organization_id = ${organization}
  JOIN products AS product ON product.organization_id = ${organization} AND product.id = stock.product_id
  JOIN branches AS branch ON branch.organization_id = ${organization} AND branch.id = head.branch_id
  WHERE stock.organization_id = ${organization} ORDER BY product.code`

/** The name where the rate does not say it all: zero rates differ in the return. */
const taxSaid = sql`CASE WHEN tax.category = 'S' AND NOT tax.reverse_charge AND tax.recoverable_percent = 100 THEN line.tax_rate::text ELSE coalesce(tax.name, line.tax_rate::text) END`

const document =
  (kind: string, number: string, date: string, field: string): Query =>
  (organization) =>
    sql`
    SELECT own.number AS ${sql.id(number)}, own.document_date AS ${sql.id(date)}, own.due_date, ${partyName} AS ${sql.id(field)}, product.code AS product_id,
      line.product_name, line.quantity, line.price, line.discount_amount, line.discount_percent, ${taxSaid} AS tax_rate, center.number AS cost_center_id,
      own.discount_amount AS document_discount_amount, own.discount_percent AS document_discount_percent, own.prices_include_tax, currency.code AS currency_id, branch.name AS branch_id
    FROM documents AS own
    JOIN document_lines AS line ON line.organization_id = ${organization} AND line.document_id = own.id
    JOIN products AS product ON product.organization_id = ${organization} AND product.id = line.product_id
    JOIN parties AS party ON party.organization_id = ${organization} AND party.id = own.party_id
    JOIN currencies AS currency ON currency.id = own.currency_id
    JOIN branches AS branch ON branch.organization_id = ${organization} AND branch.id = own.branch_id
    LEFT JOIN taxes AS tax ON tax.organization_id = ${organization} AND tax.id = line.tax_id
    LEFT JOIN cost_centers AS center ON center.organization_id = ${organization} AND center.id = line.cost_center_id
    WHERE own.organization_id = ${organization} AND own.kind = ${kind} AND own.state = 'posted' ORDER BY own.document_date, own.id, line.line_number`

const payment =
  (kind: string, field: string): Query =>
  (organization) =>
    sql`
    SELECT own.number AS payment_number, own.payment_date, ${partyName} AS ${sql.id(field)}, method.name AS payment_method_id, own.amount,
      settled.number AS reference_id, settled.amount AS reference_amount, own.notes, currency.code AS currency_id, branch.name AS branch_id
    FROM payments AS own
    JOIN parties AS party ON party.organization_id = ${organization} AND party.id = own.party_id
    JOIN payment_methods AS method ON method.organization_id = ${organization} AND method.id = own.payment_method_id
    JOIN currencies AS currency ON currency.id = own.currency_id
    JOIN branches AS branch ON branch.organization_id = ${organization} AND branch.id = own.branch_id
    LEFT JOIN LATERAL (
      SELECT document.number, sum(allocation.amount) AS amount FROM allocations AS allocation
      JOIN documents AS document ON document.organization_id = ${organization} AND document.id = allocation.document_id
      WHERE allocation.organization_id = ${organization} AND allocation.payment_id = own.id
      GROUP BY document.id, document.number HAVING sum(allocation.amount) <> 0) AS settled ON true
    WHERE own.organization_id = ${organization} AND own.kind = ${kind} AND own.state = 'posted' ORDER BY own.payment_date, own.id`

const journal: Query = (organization) => sql`
  SELECT own.number AS journal_number, own.journal_date, own.description, account.number AS account_id, line.debit, line.credit, line.description AS line_description,
    center.number AS cost_center_id, coalesce(customer.tax_number, customer.name) AS customer_id, coalesce(supplier.tax_number, supplier.name) AS supplier_id,
    currency.code AS currency_id, branch.name AS branch_id
  FROM manual_entries AS own
  JOIN manual_entry_lines AS line ON line.organization_id = ${organization} AND line.manual_entry_id = own.id
  JOIN accounts AS account ON account.organization_id = ${organization} AND account.id = line.account_id
  JOIN currencies AS currency ON currency.id = own.currency_id
  JOIN branches AS branch ON branch.organization_id = ${organization} AND branch.id = own.branch_id
  LEFT JOIN cost_centers AS center ON center.organization_id = ${organization} AND center.id = line.cost_center_id
  LEFT JOIN parties AS customer ON customer.organization_id = ${organization} AND customer.id = line.customer_id
  LEFT JOIN parties AS supplier ON supplier.organization_id = ${organization} AND supplier.id = line.supplier_id
  WHERE own.organization_id = ${organization} AND own.state = 'posted' AND own.reversal_entry_id IS NULL ORDER BY own.journal_date, own.id, line.line_number`

const queries: Record<ImportKindName, Query> = {
  accounts: nodes('accounts'),
  cost_centers: nodes('cost_centers'),
  customers: party('customer'),
  suppliers: party('supplier'),
  products,
  opening_lines: openingLines,
  opening_receivables: openItems('opening_receivable', 'customer_id'),
  opening_payables: openItems('opening_payable', 'supplier_id'),
  opening_stock: openingStock,
  invoices: document('invoice', 'invoice_number', 'invoice_date', 'customer_id'),
  bills: document('bill', 'bill_number', 'bill_date', 'supplier_id'),
  income_payments: payment('income', 'customer_id'),
  expense_payments: payment('expense', 'supplier_id'),
  journal_entries: journal,
}
