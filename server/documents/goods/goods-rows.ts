import { sql } from 'kysely'
import { holdsAny } from '#contract/access/permissions.ts'
import type { Side } from '#contract/documents/sides.ts'
import { type GoodsKindName, goodsKinds } from '#contract/goods/goods-kinds.ts'
import type { FieldErrors } from '#contract/issues.ts'
import { leastOpen } from '#ledger/goods/clearing.ts'
import { type Decimal, decimal, min, text, zero } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { known, type Need } from '#server/core/needs.ts'
import type { StatedLot } from '#server/stock/lots/row-lots.ts'
import type { DocumentInput } from '../document-input.ts'

/** What a posting took off the account of a row, on a day. */
export type Clearing = {
  document_id: number | null
  goods_note_id: number | null
  taker_line: number
  day: string
  quantity: string
  value: string
}
/** A row of a delivery note or a goods receipt, with what left its account. */
export type GoodsRow = {
  id: number
  goods_note_id: number
  kind: GoodsKindName
  number: string
  state: string
  note_date: string
  branch_id: number
  order_line_id: number
  product_id: number
  quantity: string
  /** What documents, drafts included, and returns have of it; `own`: the one that is saved. */
  taken: string
  own: string
  is_stocked: boolean
  value: string
  net: string
  settled: string
  settled_value: string
  cleared_on: string | null
  clearings: readonly Clearing[]
  /** Its batches or serial numbers, and those of its returns. */
  lots: StatedLot[] | null
  returned_lots: (StatedLot[] | null)[]
}
export type GoodsRows = ReadonlyMap<number, GoodsRow>
const none: GoodsRows = new Map()

/** The rows of goods notes that an input takes, locked in the order of their ids. `document`: the one that is saved. */
export function goodsRowsOf(input: Pick<DocumentInput, 'items'>, document: number | null): Need<GoodsRows> {
  const ids = input.items.flatMap(({ goods_line_id }) => goods_line_id ?? [])
  if (ids.length === 0) return known(none)
  return { lock: 'records', load: (context) => lockGoodsRows(context, { ids, document }) }
}

/** The rows that a posted document took. */
export const goodsTakenBy = (document: number): Need<GoodsRows> => ({
  lock: 'records',
  load: (context) => lockGoodsRows(context, { ids: [], document }),
})

type GoodsRowsQuery = { ids: readonly number[]; document?: number | null; note?: number | null }

/** Rows by their ids, those that a document took, and those of a note or that it returns. */
export async function lockGoodsRows({ db, session }: Context, { ids, document = null, note = null }: GoodsRowsQuery) {
  const own = session.organization_id
  const { rows } = await sql<GoodsRow>`
    SELECT line.id, line.goods_note_id, owner.kind, owner.number, owner.state, owner.note_date, owner.branch_id, line.order_line_id,
      line.product_id, line.quantity::text AS quantity, line.taken::text AS taken, line.is_stocked, line.value::text AS value,
      line.net::text AS net, line.settled::text AS settled, line.settled_value::text AS settled_value, line.cleared_on, line.lots,
      coalesce((SELECT json_agg(back.lots) FROM goods_note_lines AS back
        JOIN goods_notes AS returned ON returned.organization_id = ${own} AND returned.id = back.goods_note_id AND returned.state = 'posted'
        WHERE back.organization_id = ${own} AND back.returned_line_id = line.id AND back.lots IS NOT NULL), '[]') AS returned_lots,
      coalesce((SELECT sum(link.quantity) FROM goods_links AS link
        WHERE link.organization_id = ${own} AND link.goods_line_id = line.id
          AND (link.document_id = ${document}::bigint OR link.goods_note_id = ${note}::bigint)), 0)::text AS own,
      coalesce((SELECT json_agg(json_build_object('document_id', cleared.document_id, 'goods_note_id', cleared.goods_note_id,
          'taker_line', cleared.taker_line, 'day', cleared.day, 'quantity', cleared.quantity::text, 'value', cleared.value::text) ORDER BY cleared.id)
        FROM goods_clearings AS cleared WHERE cleared.organization_id = ${own} AND cleared.goods_line_id = line.id), '[]') AS clearings
    FROM goods_note_lines AS line
    JOIN goods_notes AS owner ON owner.organization_id = ${own} AND owner.id = line.goods_note_id
    WHERE line.organization_id = ${own} AND line.id = ANY (ARRAY(
      SELECT unnest(${ids}::bigint[])
      UNION SELECT goods_line_id FROM goods_links WHERE organization_id = ${own} AND (document_id = ${document}::bigint OR goods_note_id = ${note}::bigint)
      UNION SELECT goods_line_id FROM goods_clearings WHERE organization_id = ${own} AND document_id = ${document}::bigint
      UNION SELECT id FROM goods_note_lines WHERE organization_id = ${own} AND goods_note_id = ${note}::bigint))
    ORDER BY line.id FOR SHARE OF owner FOR UPDATE OF line`.execute(db)
  const isShown = ({ kind, own: taken }: GoodsRow) =>
    note !== null ||
    !decimal(taken).eq(0) ||
    holdsAny(session.authority, [`read-${goodsKinds[kind].entity}`, `list-${goodsKinds[kind].entity}`])
  return new Map(rows.filter(isShown).map((row) => [row.id, row])) as GoodsRows
}

/** What a taker may still take of a row on a day: of what nothing holds, and never more than is there on that day and later. */
export function openOf(row: GoodsRow, day: string, isOwn: (clearing: Clearing) => boolean): Decimal {
  const held = decimal(row.quantity).minus(row.taken).plus(row.own)
  const others = row.clearings.filter((one) => !isOwn(one))
  return min(held, leastOpen(row.quantity, others, day))
}

const kindOf: Record<Side['document'], GoodsKindName | null> = {
  invoice: 'delivery_note',
  bill: 'goods_receipt',
  advance_invoice: null,
}
type Taking = Pick<DocumentInput, 'date' | 'items'>

/** The errors of rows that take rows of goods notes; their orders and parties are looked at with the rows of the orders. */
export function goodsRowProblems(rows: GoodsRows, side: Side, id: number | null, input: Taking): FieldErrors {
  const errors: FieldErrors = {}
  for (const [index, item] of input.items.entries()) {
    if (!item.goods_line_id) continue
    const at = `items.${index}.`
    const row = rows.get(item.goods_line_id)
    if (!row || row.kind !== kindOf[side.document]) {
      errors[`${at}goods_line_id`] = { code: 'unknown_reference' }
      continue
    }
    const params = { number: row.number }
    const open = openOf(row, input.date, ({ document_id }) => document_id !== null && document_id === id)
    if (row.order_line_id !== item.order_line_id) errors[`${at}order_line_id`] = { code: 'goods_other_order', params }
    else if (row.product_id !== item.product_id) errors[`${at}product_id`] = { code: 'goods_other_product', params }
    else if (row.state === 'void') errors[`${at}goods_line_id`] = { code: 'goods_note_void', params }
    else if (input.date < row.note_date)
      errors[side.dateField] = { code: 'goods_moved_later', params: { ...params, date: row.note_date } }
    else if (quantityOf(input, row.id).gt(open))
      errors[`${at}quantity`] = { code: 'goods_exceeded', params: { ...params, open: text(open.lt(0) ? zero : open) } }
  }
  return errors
}

/** Several rows may take one row: what counts is their sum. */
const quantityOf = ({ items }: Taking, row: number): Decimal =>
  items.filter(({ goods_line_id }) => goods_line_id === row).reduce((sum, { quantity }) => sum.plus(quantity), zero)
