import { sql } from 'kysely'
import { ratio, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { likePattern } from '#server/resource/list.ts'

/** A row of goods that came in by a bill or a goods receipt, less what went back. */
export type ArrivedGoods = {
  bill_id: number | null
  goods_receipt_id: number | null
  number: string
  line_number: number
  day: string
  product_id: number
  code: string
  name: string
  name_en: string | null
  quantity: string
  /** In base currency, before tax. */
  value: string
  on_hand: string
  /** Of what did not go back, by the weight of the product. */
  weight: string | null
}
export type Arrivals = { bill_ids: readonly number[]; receipt_ids: readonly number[] }

/** The stocked goods of posted bills and goods receipts, row by row. What went back bears nothing. */
export async function arrivedGoods(
  { db, session }: Context,
  { bill_ids, receipt_ids }: Arrivals,
): Promise<ArrivedGoods[]> {
  const own = session.organization_id
  const product = sql`
    JOIN products AS product ON product.organization_id = ${own} AND product.id = came.product_id AND NOT product.unlimited_quantity
    JOIN product_types AS type ON type.id = product.product_type_id AND type.key = 'product'
    LEFT JOIN stock_items AS item ON item.organization_id = ${own} AND item.product_id = product.id`
  const { rows } = await sql<ArrivedGoods & { whole: string }>`
    SELECT came.*, product.code, product.name, product.name_en, coalesce(item.quantity, 0)::text AS on_hand,
      trim_scale(product.weight::numeric * came.quantity::numeric)::text AS weight FROM (
      SELECT bill.id AS bill_id, NULL::bigint AS goods_receipt_id, bill.number, line.line_number, bill.document_date AS day, line.product_id,
        line.quantity::text AS whole, line.net_base::text AS value,
        (line.quantity - coalesce((SELECT sum(taken.quantity) FROM documents AS note
          JOIN document_lines AS taken ON taken.organization_id = ${own} AND taken.document_id = note.id AND taken.is_return
            AND taken.reference_line = line.line_number
          WHERE note.organization_id = ${own} AND note.reference_id = bill.id AND note.kind = 'supplier_credit' AND note.state = 'posted'), 0))::text AS quantity
      FROM documents AS bill
      JOIN document_lines AS line ON line.organization_id = ${own} AND line.document_id = bill.id
      WHERE bill.organization_id = ${own} AND bill.id = ANY (${bill_ids}::bigint[]) AND bill.kind = 'bill' AND bill.state = 'posted'
      UNION ALL
      SELECT NULL, note.id, note.number, line.line_number, note.note_date, line.product_id, line.quantity::text, line.value::text,
        (line.quantity - coalesce((SELECT sum(gone.quantity) FROM goods_note_lines AS gone
          JOIN goods_notes AS back ON back.organization_id = ${own} AND back.id = gone.goods_note_id AND back.state = 'posted'
          WHERE gone.organization_id = ${own} AND gone.returned_line_id = line.id), 0)
          -- What was billed went back by a credit of the bill.
          - coalesce((SELECT sum(taken.quantity) FROM document_lines AS billed
          JOIN documents AS credit ON credit.organization_id = ${own} AND credit.reference_id = billed.document_id AND credit.kind = 'supplier_credit'
            AND credit.state = 'posted'
          JOIN document_lines AS taken ON taken.organization_id = ${own} AND taken.document_id = credit.id AND taken.is_return
            AND taken.reference_line = billed.line_number
          WHERE billed.organization_id = ${own} AND billed.goods_line_id = line.id), 0))::text
      FROM goods_notes AS note
      JOIN goods_note_lines AS line ON line.organization_id = ${own} AND line.goods_note_id = note.id AND line.is_stocked
      WHERE note.organization_id = ${own} AND note.id = ANY (${receipt_ids}::bigint[]) AND note.kind = 'goods_receipt'
        AND NOT note.is_return AND note.state = 'posted') AS came ${product}
    WHERE came.quantity::numeric > 0
    ORDER BY came.day, came.bill_id, came.goods_receipt_id, came.line_number`.execute(db)
  return rows.map(({ whole, ...row }) => ({ ...row, value: text(ratio(row.value, row.quantity, whole, 4)) }))
}

type OptionsQuery = { keyword?: string | undefined; per_page: number }

/** Goods receipts that stand, the latest first. */
export async function receiptOptions({ db }: Context, { keyword, per_page }: OptionsQuery) {
  let rows = db
    .selectFrom('goods_notes as note')
    .innerJoin('parties', 'parties.id', 'note.party_id')
    .select(['note.id', 'note.number', 'note.note_date as date', 'parties.name', 'parties.name_en'])
    .where('note.kind', '=', 'goods_receipt')
    .where('note.is_return', '=', false)
    .where('note.state', '=', 'posted')
  if (keyword) {
    const pattern = likePattern(keyword)
    rows = rows.where(sql<boolean>`(note.search_text LIKE ${pattern} OR parties.search_text LIKE ${pattern})`)
  }
  return rows.orderBy('note.note_date', 'desc').orderBy('note.id', 'desc').limit(per_page).execute()
}
