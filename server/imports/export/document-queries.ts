import { type RawBuilder, sql } from 'kysely'
import { memoNames } from '#contract/documents/memo-fields.ts'
import { ownTenant } from '#server/db/tenant/verbs.ts'
import {
  firstEntry,
  join,
  type KindQuery,
  lasting,
  lotsText,
  partyName,
  placeName,
  rateOfForeign,
  rowUnit,
} from './query.ts'

/** The name where the rate does not say it all: zero rates differ in the return. */
export const taxName = sql`CASE WHEN tax.category = 'S' AND NOT tax.reverse_charge AND tax.recoverable_percent = 100
  THEN trim_scale(line.tax_rate::numeric)::text ELSE coalesce(tax.name, trim_scale(line.tax_rate::numeric)::text) END`

const memos = sql.join(memoNames.map((name) => sql.ref(`own.${name}`)))

/** The advance invoices that an invoice deducts, each with its amount before tax. */
const deductions = (organization: number) => sql`(
  SELECT string_agg(advance.number || '=' || trim_scale(taken.net::numeric), '; ' ORDER BY taken.line_number) FROM advance_deductions AS taken
  JOIN documents AS advance ON advance.organization_id = ${organization} AND advance.id = taken.advance_id
  WHERE taken.organization_id = ${organization} AND taken.invoice_id = own.id AND taken.is_posted)`

/** The lots of a row; of goods that moved with a note those of the note, where the row takes all of it. */
const lotsOfLine = (organization: number) => sql`coalesce(${lotsText('line')}, (
  SELECT ${lotsText('moved')} FROM goods_note_lines AS moved
  WHERE moved.organization_id = ${organization} AND moved.id = line.goods_line_id AND moved.quantity::numeric = line.quantity::numeric))`

type Heads = { number: string; date: string; party: string }
export const documentsQuery =
  (kind: string, { number, date, party }: Heads): KindQuery =>
  (organization) =>
    sql`
    SELECT own.number AS ${sql.id(number)}, own.document_date AS ${sql.id(date)}, own.due_date, ${partyName()} AS ${sql.id(party)}, product.code AS product_id,
      line.product_name, coalesce(line.unit_quantity, line.quantity) AS quantity, ${rowUnit(organization)}, ${lotsOfLine(organization)} AS lots, line.price, line.discount_amount, line.discount_percent || '%' AS discount_percent, ${taxName} AS tax_rate, center.number AS cost_center_id,
      own.discount_amount AS document_discount_amount, own.discount_percent || '%' AS document_discount_percent, own.prices_include_tax, currency.code AS currency_id,
      branch.name AS branch_id, ${placeName(organization)}, ${rateOfForeign(organization)} AS exchange_rate, ${memos}, trim_scale(own.retention_percent::numeric) AS retention_percent, own.retention_basis, own.retention_release_date,
      line.spread_from, line.spread_months, line.spread_to,
      spread.number AS spread_account_id, own.audience, ${deductions(organization)} AS advances, ${costOf(kind)} AS row_cost,
      ${firstEntry(organization, sql`own.kind`)} AS posting_order
    FROM documents AS own
    JOIN document_lines AS line ON line.organization_id = ${organization} AND line.document_id = own.id
    JOIN products AS product ON product.organization_id = ${organization} AND product.id = line.product_id
    JOIN parties AS party ON party.organization_id = ${organization} AND party.id = own.party_id
    JOIN currencies AS currency ON currency.id = own.currency_id
    ${join(organization, 'branches', 'branch', 'own.branch_id')}
    LEFT JOIN taxes AS tax ON tax.organization_id = ${organization} AND tax.id = coalesce(line.tax_id, own.tax_id)
    ${join(organization, 'cost_centers', 'center', 'line.cost_center_id')}
    ${join(organization, 'accounts', 'spread', 'line.spread_account_id')}
    WHERE own.organization_id = ${organization} AND own.kind = ${kind} AND own.state = 'posted' ORDER BY posting_order, own.id, line.line_number`

/** Goods leave at the cost of that moment: history is not computed again. */
const costOf = (kind: string): RawBuilder<unknown> =>
  kind === 'invoice'
    ? sql`CASE WHEN line.goods_line_id IS NOT NULL OR EXISTS (SELECT FROM stock_moves AS move WHERE move.organization_id = ${ownTenant} AND move.document_id = own.id
        AND move.line_number = line.line_number) THEN line.cost_base END`
    : sql`NULL`

/** Each row names the row of the document it corrects; of an invoice of another system its own product, price and tax. */
export const notesQuery =
  (kind: string, field: string): KindQuery =>
  (organization) =>
    sql`
    SELECT own.number AS note_number, own.document_date AS note_date, coalesce(original.number, own.reference_number) AS document_number,
      own.reference_date AS document_date, ${partyName()} AS ${sql.id(field)}, own.reason, own.reason_code, line.reference_line AS line_number,
      product.code AS product_id, CASE WHEN own.reference_id IS NULL OR line.is_return THEN coalesce(line.unit_quantity, line.quantity) END AS quantity, ${rowUnit(organization)}, ${lotsText('line')} AS lots,
      -- Pieces of a row in cartons are at its price where their amount is.
      CASE WHEN own.reference_id IS NULL OR (line.is_return AND CASE WHEN line.unit_content IS NULL AND row.unit_content IS NOT NULL
        THEN line.price <> round(row.price::numeric / row.unit_content, 6) ELSE line.price <> row.price END) THEN line.price END AS price,
      CASE WHEN own.reference_id IS NOT NULL AND NOT line.is_return THEN line.net END AS amount,
      CASE WHEN own.reference_id IS NULL THEN ${taxName} END AS tax_rate, ${settledOf(organization)} AS settled, currency.code AS currency_id, branch.name AS branch_id, ${placeName(organization)},
      CASE WHEN own.reference_id IS NULL THEN ${rateOfForeign(organization)} END AS exchange_rate, ${firstEntry(organization, sql`own.kind`)} AS posting_order
    FROM documents AS own
    JOIN document_lines AS line ON line.organization_id = ${organization} AND line.document_id = own.id
    JOIN products AS product ON product.organization_id = ${organization} AND product.id = line.product_id
    JOIN parties AS party ON party.organization_id = ${organization} AND party.id = own.party_id
    JOIN currencies AS currency ON currency.id = own.currency_id
    ${join(organization, 'branches', 'branch', 'own.branch_id')}
    ${join(organization, 'documents', 'original', 'own.reference_id')}
    LEFT JOIN document_lines AS row ON row.organization_id = ${organization} AND row.document_id = own.reference_id AND row.line_number = line.reference_line
    LEFT JOIN taxes AS tax ON tax.organization_id = ${organization} AND tax.id = coalesce(line.tax_id, own.tax_id)
    WHERE own.organization_id = ${organization} AND own.kind = ${kind} AND own.state = 'posted' ORDER BY posting_order, own.id, line.line_number`

/** What a note took off its own document on its day. */
const settledOf = (organization: number) => sql`CASE WHEN own.reference_id IS NOT NULL THEN coalesce((
  SELECT sum(allocation.amount) FROM allocations AS allocation
  WHERE allocation.organization_id = ${organization} AND allocation.note_id = own.id AND allocation.document_id = own.reference_id
    AND allocation.entry_id IS NOT DISTINCT FROM own.entry_id AND ${lasting(organization)}), 0) END`

export const customsQuery: KindQuery = (organization) => sql`
  SELECT own.number AS declaration_number, own.document_date AS declaration_date, own.due_date, ${partyName()} AS supplier_id, facts.customs_value,
    own.subtotal AS duty, facts.vat_base, own.tax AS vat, own.notes, branch.name AS branch_id, product.code AS product_id, line.quantity, line.value,
    (SELECT string_agg(bill.number, '; ' ORDER BY bill.id) FROM customs_declaration_bills AS named
      JOIN documents AS bill ON bill.organization_id = ${organization} AND bill.id = named.bill_id
      WHERE named.organization_id = ${organization} AND named.document_id = own.id) AS bill_numbers,
    ${firstEntry(organization, sql`own.kind`)} AS posting_order
  FROM documents AS own
  JOIN customs_declarations AS facts ON facts.organization_id = ${organization} AND facts.document_id = own.id
  JOIN parties AS party ON party.organization_id = ${organization} AND party.id = own.party_id
  LEFT JOIN customs_declaration_lines AS line ON line.organization_id = ${organization} AND line.document_id = own.id
  ${join(organization, 'products', 'product', 'line.product_id')}
  ${join(organization, 'branches', 'branch', 'own.branch_id')}
  WHERE own.organization_id = ${organization} AND own.kind = 'customs_declaration' AND own.state = 'posted'
  ORDER BY posting_order, own.id, line.line_number`

/** Landed costs that were not taken back, a line for each row of goods. */
export const landedCostsQuery: KindQuery = (organization) => sql`
  SELECT bill.number AS document_number, ${partyName()} AS supplier_id, own.line_number, own.cost_date, own.part, own.amount, own.basis, arrived.number AS goods_bill_number,
    CASE WHEN arrived.id IS NOT NULL THEN ${partyName('seller')} END AS goods_supplier_id, note.number AS receipt_number,
    line.source_line AS goods_row, trim_scale(line.weight::numeric) AS weight, own.entry_id AS posting_order
  FROM (SELECT cost.*, row_number() OVER (PARTITION BY cost.bill_id, cost.line_number, cost.cost_date ORDER BY cost.id) AS part
    FROM landed_costs AS cost WHERE cost.organization_id = ${organization} AND cost.state = 'posted') AS own
  JOIN landed_cost_lines AS line ON line.organization_id = ${organization} AND line.landed_cost_id = own.id
  ${join(organization, 'documents', 'bill', 'own.bill_id')}
  ${join(organization, 'parties', 'party', 'bill.party_id')}
  ${join(organization, 'documents', 'arrived', 'line.document_id')}
  ${join(organization, 'parties', 'seller', 'arrived.party_id')}
  ${join(organization, 'goods_notes', 'note', 'line.goods_note_id')}
  ORDER BY posting_order, own.id, line.line_number`

export const countsQuery: KindQuery = (organization) => sql`
  SELECT own.number AS count_number, own.count_date, product.code AS product_id, line.counted, line.counted::numeric - line.book_quantity::numeric AS difference, line.value, ${lotsText('line')} AS lots,
    own.notes, branch.name AS branch_id, place.name AS place_id, ${firstEntry(organization, sql`'inventory_count'`)} AS posting_order
  FROM stock_counts AS own
  JOIN stock_count_lines AS line ON line.organization_id = ${organization} AND line.stock_count_id = own.id
  ${join(organization, 'products', 'product', 'line.product_id')}
  ${join(organization, 'branches', 'branch', 'own.branch_id')}
  ${join(organization, 'places', 'place', 'own.place_id')}
  WHERE own.organization_id = ${organization} AND own.state = 'posted' ORDER BY posting_order, own.id, line.line_number`
