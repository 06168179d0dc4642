import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { MemoName } from '#contract/documents/memo-fields.ts'
import { purchases } from '#contract/documents/sides.ts'
import type { DocumentPaper } from '#contract/paper/issued-paper.ts'
import type { Context } from '#server/core/context.ts'
import type { Database } from '#server/db/schema.ts'
import { type EDocument, eDocumentOf } from '#server/e-invoicing/shown-e-document.ts'
import { paperOf } from '#server/journal/issued-papers.ts'
import { periodLockReason } from '#server/journal/period-lock-reason.ts'
import type { StatedLot } from '#server/stock/lots/row-lots.ts'
import {
  branchOf,
  currencyHeaderSql,
  type Heads,
  organizationOf,
  partyHeaderSql,
  placeHeaderSql,
} from './document-header-sql.ts'
import { type AssetLock, assetLock } from './lock-document.ts'

/** Amounts are text: a number of JSON would be a float. */
export type ItemRow = {
  line_number: number
  reference_line: number | null
  is_return: boolean
  product_id: number
  product_name: string
  product_name_en: string | null
  quantity: string
  base_quantity: string
  product_unit_id: number | null
  unit_content: string | null
  lots: StatedLot[] | null
  price: string
  tax_id: number | null
  tax_rate: string
  discount_amount: string | null
  discount_percent: string | null
  discount: string
  discount_share: string
  net: string
  tax: string
  unit: string | null
  unit_en: string | null
  cost_center_id: number | null
  cost_center_name: string | null
  cost_center_name_en: string | null
  spread_from: string | null
  spread_to: string | null
  spread_months: number | null
  spread_account_id: number | null
  order_line_id: number | null
  goods_line_id: number | null
  difference_reason: string | null
}
/** One of its taxes. */
export type TaxRow = {
  tax_id: number | null
  category: string
  rate: string
  assessed_rate: string | null
  base: string
  discount: string
  tax: string
  exemption_code: string | null
  exemption_reason: string | null
  exemption_reason_en: string | null
}
/** What settled a document, or was deducted from it. */
export type Settlements = {
  payments: { id: number; payment_number: string; payment_date: string; amount: string }[]
  correcting_notes: { id: number; kind: string; number: string; date: string; total: string; currency_id: number }[]
  write_offs: { id: number; write_off_date: string; amount: string; reason: string | null }[]
  /**
   * What settled it in addition to payments: notes on other documents, opening credits, set-offs. Its own notes are
   * listed separately.
   */
  credits: { id: number; kind: string; number: string; date: string; amount: string }[]
  /** What was retained of it, and each release. */
  retention_moves: {
    id: number
    kind: string
    date: string
    amount: string
    reason: string | null
    entry_number: number | null
  }[]
  /** What the register of assets holds of it. */
  asset_lock: AssetLock
  /** The quotations and orders that its rows take. */
  orders: { id: number; kind: string; number: string }[]
  /** The advances of an invoice, or the invoices of an advance; for a draft the requested ones. */
  deductions: { id: number; number: string; date: string; net: string; tax: string; total: string }[]
}
/** The shown columns of a document's own row. */
export type DocumentColumns = Pick<
  Selectable<Database['documents']>,
  | (
      | 'id'
      | 'kind'
      | 'number'
      | 'draft_number'
      | 'document_date'
      | 'due_date'
      | 'party_id'
      | 'branch_id'
      | 'place_id'
      | 'tax_id'
    )
  | (
      | 'currency_id'
      | 'exchange_rate'
      | 'subtotal'
      | 'tax'
      | 'total'
      | 'tax_base'
      | 'total_base'
      | 'settled'
      | 'advances_deducted'
      | 'credited'
      | 'note_count'
    )
  | ('retention_percent' | 'retention_basis' | 'retention_release_date' | 'retention' | 'retained')
  | MemoName
  | ('audience' | 'prices_include_tax' | 'discount_amount' | 'discount_percent' | 'discount')
  | ('state' | 'status' | 'revision' | 'version' | 'posted_at' | 'issued_at' | 'is_tax_invoice')
>
export type ShownDocument = DocumentColumns &
  Heads &
  Settlements & {
    place: { id: number; name: string; name_en: string | null } | null
    items: ItemRow[]
    taxes: TaxRow[]
    closed_period: string | null
    /** As it was issued. Null for a draft. */
    paper: DocumentPaper | null
    /** As it was stamped last for the authority's platform. */
    e_document: EDocument | null
  }
export type DocumentQueryRow = Selectable<Database['documents']> & ShownDocument

/** A document with everything its form and its printed page show, in one statement. */
export async function queryDocument(context: Context, kind: string, id: number): Promise<DocumentQueryRow | undefined> {
  const { db, session } = context
  const own = session.organization_id
  const { rows } = await sql<DocumentQueryRow>`
    SELECT document.*, ${organizationOf(own)} AS organization, ${partyHeaderSql(own, sql`party.id = document.party_id`)} AS party,
      ${branchOf(own, sql`document.branch_id`)} AS branch, ${placeHeaderSql(own, sql`document.place_id`)} AS place,
      ${currencyHeaderSql(sql`document.currency_id`)} AS currency,
      coalesce((SELECT json_agg(json_build_object('line_number', line.line_number, 'reference_line', line.reference_line, 'is_return', line.is_return, 'product_id', line.product_id,
          'product_name', line.product_name, 'product_name_en', line.product_name_en, 'quantity', coalesce(line.unit_quantity, line.quantity)::text,
          'base_quantity', line.quantity::text, 'product_unit_id', line.product_unit_id, 'unit_content', line.unit_content::text, 'lots', line.lots,
          'price', line.price::text, 'tax_id', line.tax_id, 'tax_rate', line.tax_rate::text,
          'discount_amount', line.discount_amount::text, 'discount_percent', line.discount_percent::text, 'discount', line.discount::text,
          'discount_share', line.discount_share::text, 'net', line.net::text, 'tax', line.tax::text,
          'unit', unit.name, 'unit_en', unit.name_en, 'cost_center_id', line.cost_center_id, 'cost_center_name', center.name,
          'cost_center_name_en', center.name_en,
          'spread_from', line.spread_from, 'spread_to', line.spread_to, 'spread_months', line.spread_months,
          'spread_account_id', line.spread_account_id, 'order_line_id', line.order_line_id, 'goods_line_id', line.goods_line_id, 'difference_reason', line.difference_reason) ORDER BY line.line_number)
        FROM document_lines AS line
        JOIN products AS product ON product.organization_id = ${own} AND product.id = line.product_id
        LEFT JOIN product_units AS stated ON stated.organization_id = ${own} AND stated.id = line.product_unit_id
        JOIN units AS unit ON unit.organization_id = ${own} AND unit.id = coalesce(stated.unit_id, product.unit_id)
        LEFT JOIN cost_centers AS center ON center.organization_id = ${own} AND center.id = line.cost_center_id
        WHERE line.organization_id = ${own} AND line.document_id = document.id), '[]') AS items,
      ${taxesOf(own)} AS taxes, ${settledBy(own, kind)}, ${assetLock(own, sql`document.id`)} AS asset_lock, ${paperOf(own, sql`document.kind`, sql`document.id`)} AS paper, ${eDocumentOf(own)} AS e_document,
      ${periodLockReason(context, [areaOf(kind)], { table: 'document', day: 'document_date' })} AS closed_period
    FROM documents AS document
    WHERE document.organization_id = ${own} AND document.id = ${id} AND document.kind = ${kind}`.execute(db)
  return rows[0]
}

const taxesOf = (own: number): RawBuilder<unknown> => sql`
      coalesce((SELECT json_agg(json_build_object('tax_id', own.tax_id, 'category', own.category, 'rate', own.rate::text, 'assessed_rate', own.assessed_rate::text, 'base', own.base::text,
          'discount', own.discount::text, 'tax', own.tax::text, 'exemption_code', own.exemption_code,
          'exemption_reason', own.exemption_reason, 'exemption_reason_en', own.exemption_reason_en))
        FROM document_taxes AS own WHERE own.organization_id = ${own} AND own.document_id = document.id), '[]')`

const bought: readonly string[] = [...purchases.openKinds, 'supplier_credit', 'opening_supplier_credit']
const areaOf = (kind: string) => (bought.includes(kind) ? 'purchases' : 'sales')

function settledBy(own: number, kind: string): RawBuilder<unknown> {
  const isAdvance = kind === 'advance_invoice'
  const [mine, other] = isAdvance
    ? [sql`taken.advance_id`, sql`taken.invoice_id`]
    : [sql`taken.invoice_id`, sql`taken.advance_id`]
  return sql`
      coalesce((SELECT json_agg(json_build_object('id', paid.id, 'payment_number', paid.number, 'payment_date', paid.payment_date,
          'amount', paid.amount::text) ORDER BY paid.payment_date, paid.id)
        FROM (SELECT payment.id, payment.number, payment.payment_date, sum(allocation.amount) AS amount
          FROM allocations AS allocation
          JOIN payments AS payment ON payment.organization_id = ${own} AND payment.id = allocation.payment_id
          WHERE allocation.organization_id = ${own} AND allocation.document_id = document.id
          GROUP BY payment.organization_id, payment.id HAVING sum(allocation.amount) <> 0) AS paid), '[]') AS payments,
      coalesce((SELECT json_agg(json_build_object('id', note.id, 'kind', note.kind, 'number', note.number,
          'date', note.document_date, 'total', note.total::text, 'currency_id', note.currency_id) ORDER BY note.document_date, note.id)
        FROM documents AS note
        WHERE note.organization_id = ${own} AND note.reference_id = document.id AND note.state = 'posted'), '[]') AS correcting_notes,
      coalesce((SELECT json_agg(json_build_object('id', taken.id, 'kind', taken.kind, 'number', taken.number) ORDER BY taken.id)
        FROM orders AS taken
        WHERE taken.organization_id = ${own} AND (taken.id = document.advance_order_id OR taken.id IN (SELECT link.order_id FROM order_links AS link
          WHERE link.organization_id = ${own} AND link.document_id = document.id
          GROUP BY link.order_id HAVING sum(link.quantity) > 0))), '[]') AS orders,
      coalesce((SELECT json_agg(json_build_object('id', gone.id, 'write_off_date', gone.write_off_date,
          'amount', gone.amount::text, 'reason', gone.reason) ORDER BY gone.id)
        FROM write_offs AS gone
        WHERE gone.organization_id = ${own} AND gone.document_id = document.id AND gone.state = 'posted'), '[]') AS write_offs,
      coalesce((SELECT json_agg(json_build_object('id', moved.id, 'kind', moved.kind, 'date', moved.move_date, 'amount', moved.amount::text,
          'reason', moved.reason, 'entry_number', entry.entry_number) ORDER BY moved.move_date, moved.id)
        FROM retention_moves AS moved
        LEFT JOIN journal_entries AS entry ON entry.organization_id = ${own} AND entry.id = moved.entry_id
        WHERE moved.organization_id = ${own} AND moved.document_id = document.id AND moved.state = 'posted'), '[]') AS retention_moves,
      coalesce((SELECT json_agg(json_build_object('id', used.id, 'kind', used.kind, 'number', used.number, 'date', used.date,
          'amount', used.amount::text) ORDER BY used.date, used.id)
        FROM (SELECT coalesce(note.kind, 'set_off') AS kind, coalesce(note.id, set_off.id) AS id, coalesce(note.number, set_off.number) AS number,
            coalesce(note.document_date, set_off.set_off_date) AS date, sum(allocation.amount) AS amount
          FROM allocations AS allocation
          LEFT JOIN documents AS note ON note.organization_id = ${own} AND note.id = allocation.note_id
          LEFT JOIN set_offs AS set_off ON set_off.organization_id = ${own} AND set_off.id = allocation.set_off_id
          WHERE allocation.organization_id = ${own} AND allocation.document_id = document.id
            AND (allocation.set_off_id IS NOT NULL OR allocation.note_id IS NOT NULL) AND note.reference_id IS DISTINCT FROM document.id
          GROUP BY 1, 2, 3, 4 HAVING sum(allocation.amount) <> 0) AS used), '[]') AS credits,
      coalesce((SELECT json_agg(json_build_object('id', other.id, 'number', other.number, 'date', other.document_date,
          'net', taken.net::text, 'tax', taken.tax::text, 'total', (taken.net + taken.tax)::text) ORDER BY taken.invoice_id, taken.line_number)
        FROM advance_deductions AS taken
        JOIN documents AS other ON other.organization_id = ${own} AND other.id = ${other}
        WHERE taken.organization_id = ${own} AND ${mine} = document.id AND (taken.is_posted OR NOT ${isAdvance})), '[]') AS deductions`
}
