import { type RawBuilder, type Selectable, sql } from 'kysely'
import { printedAddress } from '#contract/fields/national-address.ts'
import type { GoodsKind } from '#contract/goods/goods-kinds.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import { decimal, sum, text, zero } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { isKept } from '#server/core/kept-places.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/db/schema.ts'
import {
  branchOf,
  currencyHeaderSql,
  type Heads,
  organizationOf,
  partyHeaderSql,
  placeHeaderSql,
} from '#server/documents/document-header-sql.ts'
import { shownNumber } from '#server/documents/document-number.ts'
import type { StatedLot } from '#server/stock/lots/row-lots.ts'

type Item = {
  id: number
  line_number: number
  product_id: number
  product_name: string
  product_name_en: string | null
  unit: string
  unit_en: string | null
  base_unit: string
  base_unit_en: string | null
  /** In the product's own unit, as what follows. */
  quantity: string
  product_unit_id: number | null
  unit_quantity: string | null
  unit_content: string | null
  lots: StatedLot[] | null
  taken: string
  order_line_id: number
  order: { id: number; number: string }
  returned_line_id: number | null
  value: string
  settled_value: string
}
type Link = { id: number; kind: string; number: string; date: string; status: string }
type Row = Selectable<Database['goods_notes']> &
  Heads & {
    items: Item[]
    orders: Link[]
    documents: (Omit<Link, 'number'> & { number: string | null; draft_number: string | null })[]
    returns: Link[]
    created_by_name: string | null
  }

/** A goods note with everything its page and its paper show. */
export async function readGoodsNote(context: Context, kind: GoodsKind, id: number) {
  const row = await queryNote(context, kind, id)
  if (!row) throw new Refusal('not_found')
  const { party_id, party, documents, items, created_by_name, state, ...rest } = row
  return {
    ...rest,
    [kind.side.partyField]: party_id,
    [kind.side.party]: { ...party, address: printedAddress(party) },
    branch: { ...row.branch, address: printedAddress(row.branch) },
    status: state,
    created_by: created_by_name,
    progress: progressOfGoods(items),
    open_value: openValue(row, items),
    locked_because: lockOf(row, items),
    items: items.map(({ unit_quantity, ...item }) => ({
      ...item,
      quantity: unit_quantity ?? item.quantity,
      base_quantity: item.quantity,
      open: row.is_return ? '0' : text(decimal(item.quantity).minus(item.taken)),
    })),
    documents: documents.map(({ draft_number, ...link }) => ({
      ...link,
      number: shownNumber({ ...link, draft_number }),
    })),
  }
}

type TakenRow = { quantity: string; taken: string }
/** By quantity, row by row. */
export function progressOfGoods(rows: readonly TakenRow[]): 'none' | 'part' | 'all' {
  if (rows.every(({ taken }) => decimal(taken).eq(0))) return 'none'
  return rows.every(({ quantity, taken }) => decimal(taken).gte(quantity)) ? 'all' : 'part'
}

/** What of a note waits on the account for its document; nothing of a return, or of one that was taken back. */
const openValue = (
  { state, is_return }: Pick<Row, 'state' | 'is_return'>,
  items: readonly Pick<Item, 'value' | 'settled_value'>[],
) =>
  text(
    state === 'void' || is_return
      ? zero
      : sum(items.map(({ value, settled_value }) => decimal(value).minus(settled_value))),
  )

function lockOf({ state }: Pick<Row, 'state'>, items: readonly TakenRow[]): RefusalCode | null {
  if (state === 'void') return 'goods_note_void'
  return items.some(({ taken }) => decimal(taken).gt(0)) ? 'goods_note_taken' : null
}

async function queryNote({ db, session }: Context, { name }: GoodsKind, id: number): Promise<Row | undefined> {
  const own = session.organization_id
  const { rows } = await sql<Row>`
    SELECT note.*, ${organizationOf(own)} AS organization, ${partyHeaderSql(own, sql`party.id = note.party_id`)} AS party,
      ${branchOf(own, sql`note.branch_id`)} AS branch, ${placeHeaderSql(own, sql`note.place_id`)} AS place,
      ${currencyHeaderSql(sql`note.currency_id`)} AS currency,
      (SELECT name FROM users WHERE organization_id = ${own} AND id = note.created_by) AS created_by_name,
      ${itemsOf(own)} AS items, ${ordersOf(own)} AS orders, ${documentsOf(own)} AS documents, ${returnsOf(own)} AS returns
    FROM goods_notes AS note WHERE note.organization_id = ${own} AND note.id = ${id} AND note.kind = ${name}
      AND ${isKept(session, 'note.place_id')}`.execute(db)
  return rows[0]
}

const itemsOf = (own: number): RawBuilder<unknown> => sql`
      coalesce((SELECT json_agg(json_build_object('id', line.id, 'line_number', line.line_number, 'product_id', line.product_id,
          'product_name', line.product_name, 'product_name_en', line.product_name_en, 'unit', coalesce(stated.name, unit.name),
          'unit_en', CASE WHEN stated.name IS NULL THEN unit.name_en ELSE stated.name_en END, 'base_unit', unit.name, 'base_unit_en', unit.name_en,
          'product_unit_id', line.product_unit_id, 'unit_quantity', line.unit_quantity::text, 'unit_content', line.unit_content::text, 'lots', line.lots,
          'quantity', line.quantity::text, 'taken', line.taken::text, 'order_line_id', line.order_line_id,
          'order', json_build_object('id', owner.id, 'number', owner.number), 'returned_line_id', line.returned_line_id,
          'value', line.value::text, 'settled_value', line.settled_value::text) ORDER BY line.line_number)
        FROM goods_note_lines AS line
        CROSS JOIN LATERAL (SELECT owner.id, owner.number FROM order_lines AS ordered
          JOIN orders AS owner ON owner.organization_id = ${own} AND owner.id = ordered.order_id
          WHERE ordered.organization_id = ${own} AND ordered.id = line.order_line_id OFFSET 0) AS owner
        CROSS JOIN LATERAL (SELECT unit.name, unit.name_en FROM products AS product
          JOIN units AS unit ON unit.organization_id = ${own} AND unit.id = product.unit_id
          WHERE product.organization_id = ${own} AND product.id = line.product_id OFFSET 0) AS unit
        LEFT JOIN LATERAL (SELECT other.name, other.name_en FROM product_units AS further
          JOIN units AS other ON other.organization_id = ${own} AND other.id = further.unit_id
          WHERE further.organization_id = ${own} AND further.id = line.product_unit_id OFFSET 0) AS stated ON true
        WHERE line.organization_id = ${own} AND line.goods_note_id = note.id), '[]')`

const ordersOf = (own: number): RawBuilder<unknown> => sql`
      coalesce((SELECT json_agg(json_build_object('id', owner.id, 'kind', owner.kind, 'number', owner.number, 'date', owner.order_date,
          'status', owner.state) ORDER BY owner.id) FROM orders AS owner
        WHERE owner.organization_id = ${own} AND owner.id = ANY (ARRAY(SELECT ordered.order_id FROM goods_note_lines AS line
          CROSS JOIN LATERAL (SELECT order_id FROM order_lines AS ordered
            WHERE ordered.organization_id = ${own} AND ordered.id = line.order_line_id OFFSET 0) AS ordered
          WHERE line.organization_id = ${own} AND line.goods_note_id = note.id))), '[]')`

const documentsOf = (own: number): RawBuilder<unknown> => sql`
      coalesce((SELECT json_agg(json_build_object('id', made.id, 'kind', made.kind, 'number', made.number, 'draft_number', made.draft_number,
          'date', made.document_date, 'status', made.status) ORDER BY made.id) FROM documents AS made
        WHERE made.organization_id = ${own} AND made.id IN (SELECT link.document_id FROM goods_links AS link
          JOIN goods_note_lines AS line ON line.organization_id = ${own} AND line.id = link.goods_line_id
          WHERE link.organization_id = ${own} AND line.goods_note_id = note.id AND link.document_id IS NOT NULL
          GROUP BY link.document_id HAVING sum(link.quantity) <> 0)), '[]')`

const returnsOf = (own: number): RawBuilder<unknown> => sql`
      coalesce((SELECT json_agg(json_build_object('id', other.id, 'kind', other.kind, 'number', other.number, 'date', other.note_date,
          'status', other.state) ORDER BY other.id) FROM goods_notes AS other
        WHERE other.organization_id = ${own} AND other.id = ANY (ARRAY(SELECT found.goods_note_id FROM goods_note_lines AS line
          -- From the rows of the note, so that no plan reads those of all notes.
          CROSS JOIN LATERAL (
            SELECT returned.goods_note_id FROM goods_note_lines AS returned
            WHERE note.is_return AND returned.organization_id = ${own} AND returned.id = line.returned_line_id
            UNION ALL
            SELECT back.goods_note_id FROM goods_note_lines AS back
            WHERE NOT note.is_return AND back.organization_id = ${own} AND back.returned_line_id = line.id OFFSET 0) AS found
          WHERE line.organization_id = ${own} AND line.goods_note_id = note.id))), '[]')`
