import { sql } from 'kysely'
import { holdsAny } from '#contract/access/permissions.ts'
import type { differenceKinds } from '#contract/documents/bill-match.ts'
import { orders } from '#contract/orders/orders.ts'
import { pieceOf } from '#ledger/bill-difference.ts'
import { ratio, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { loadBillMatch } from './decide-differences.ts'
import { type BilledRow, type Difference, differencesOf, type OrderedRow } from './differences-of.ts'

type Row = BilledRow & {
  line_number: number
  product_name: string
  product_name_en: string | null
  quantity: string
  price: string
  net: string
  reason: string | null
  accepted_by: { id: number; name: string } | null
  receipt: { id: number; number: string; quantity: string } | null
}

/** Order, receipt and bill next to each other in the product's own unit, by today's tolerance. Prices of orders are shown to who may read orders. */
export async function readMatch(context: Context, id: number) {
  const bill = await context.db
    .selectFrom('documents as bill')
    .innerJoin('currencies as currency', 'currency.id', 'bill.currency_id')
    .select('currency.decimals')
    .where('bill.id', '=', id)
    .where('bill.kind', '=', 'bill')
    .executeTakeFirst()
  if (!bill) throw new Refusal('not_found')
  const rows = await rowsOf(context, id)
  const ids = rows.flatMap(({ order_line_id }) => order_line_id ?? [])
  const match = await loadBillMatch(context, ids, id)
  const mayRead = holdsAny(context.session.authority, orders.purchase_order.calls.read.admission)
  if (ids.length === 0 || !mayRead) return { tolerance: match.tolerance, rows: [] }
  const differences = differencesOf(match, rows, bill.decimals)
  return {
    tolerance: match.tolerance,
    rows: rows.map((row, index) => {
      const ordered = match.rows.find((one) => one.id === row.order_line_id)
      const { line_number, product_name, product_name_en, quantity, net, reason, accepted_by, receipt } = row
      return {
        line_number,
        product_name,
        product_name_en,
        quantity,
        price: text(pieceOf(row)),
        net,
        reason,
        accepted_by,
        receipt,
        order: ordered ? shownOrder(ordered) : null,
        agreed: ordered ? text(ratio(ordered.net, row.quantity, ordered.quantity, bill.decimals)) : null,
        differs: kindsOf(differences[index]),
      }
    }),
  }
}

const shownOrder = ({ order_id, number, quantity, received, billed, ...row }: OrderedRow) => ({
  id: order_id,
  number,
  quantity,
  price: text(pieceOf(row)),
  received,
  billed,
})

function kindsOf(difference: Difference | null | undefined): (typeof differenceKinds)[number][] {
  if (!difference) return []
  return [
    ...(difference.price ? (['price'] as const) : []),
    ...(difference.isNotReceived ? (['not_received'] as const) : []),
    ...(difference.beyond ? (['beyond_order'] as const) : []),
  ]
}

async function rowsOf({ db, session }: Context, id: number): Promise<Row[]> {
  const own = session.organization_id
  const { rows } = await sql<Row>`
    SELECT line.line_number, line.product_id, line.product_name, line.product_name_en, line.order_line_id, line.goods_line_id,
      line.quantity::text AS quantity, line.price::text AS price, line.unit_content::text AS content, line.net::text AS net, bill.prices_include_tax AS "includesTax",
      line.discount + line.discount_share > 0 AS "isDiscounted", line.difference_reason AS reason,
      (SELECT json_build_object('id', person.id, 'name', person.name) FROM users AS person
        WHERE person.organization_id = ${own} AND person.id = line.difference_accepted_by) AS accepted_by,
      (SELECT json_build_object('id', note.id, 'number', note.number, 'quantity', moved.quantity::text) FROM goods_note_lines AS moved
        JOIN goods_notes AS note ON note.organization_id = ${own} AND note.id = moved.goods_note_id
        WHERE moved.organization_id = ${own} AND moved.id = line.goods_line_id) AS receipt
    FROM document_lines AS line
    JOIN documents AS bill ON bill.organization_id = ${own} AND bill.id = line.document_id
    WHERE line.organization_id = ${own} AND line.document_id = ${id} ORDER BY line.line_number`.execute(db)
  return rows
}
