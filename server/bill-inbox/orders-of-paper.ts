import { sql } from 'kysely'
import { holdsAny } from '#contract/access/permissions.ts'
import { orders } from '#contract/orders/orders.ts'
import { decimal } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { type Linked, linkRows, type OpenRow } from './link-rows.ts'
import type { PaperFacts } from './paper-facts.ts'

type Paper = {
  supplier_id: number | null
  currency_id: number
  facts: Pick<PaperFacts, 'order_number' | 'total'>
  items: Parameters<typeof linkRows>[0]
}
type OpenOrder = { id: number; number: string; order_date: string; total: string; rows: OpenRow[] }
export type ProposedOrder = Omit<OpenOrder, 'rows'> & { is_named: boolean; items: Linked[] }

const shown = 5

/**
 * The orders that a paper may be the bill of: confirmed ones of its supplier in its currency of which something is open, that it names or
 * whose rows are its rows. They are proposed; a person takes one.
 */
export async function ordersOfPaper(context: Context, paper: Paper): Promise<ProposedOrder[]> {
  const mayRead = holdsAny(context.session.authority, orders.purchase_order.calls.read.admission)
  if (paper.supplier_id === null || !mayRead) return []
  const orderNumber = plain(paper.facts.order_number ?? '')
  const open = await openOrders(context, paper.supplier_id, paper.currency_id, orderNumber)
  const found = open.map(({ rows, ...order }) => ({
    ...order,
    is_named: plain(order.number) === orderNumber,
    items: linkRows(paper.items, rows),
  }))
  const named = found.filter(({ is_named }) => is_named)
  // What the paper says counts for more than what its rows resemble.
  const proposed = named.length > 0 ? named : found.filter(({ items }) => linkedOf(items) > 0)
  const isSame = ({ total }: ProposedOrder) => Number(decimal(total).eq(paper.facts.total ?? -1))
  const byLikeness = (a: ProposedOrder, b: ProposedOrder) =>
    linkedOf(b.items) - linkedOf(a.items) || isSame(b) - isSame(a) || b.id - a.id
  return proposed.sort(byLikeness).slice(0, shown)
}

const linkedOf = (items: readonly Linked[]) => items.filter((item) => item !== null).length
const plain = (number: string) => number.replaceAll(/[\s/_-]/g, '').toUpperCase()

/** The one that is named comes first: it may be older than the latest fifty. */
async function openOrders(
  { db, session }: Context,
  supplier: number,
  currency: number,
  named: string,
): Promise<OpenOrder[]> {
  const own = session.organization_id
  const { rows } = await sql<OpenOrder>`
    SELECT owner.id, owner.number, owner.order_date, owner.total::text AS total,
      json_agg(json_build_object('id', line.id, 'product_id', line.product_id, 'price', line.price::text,
        'open', (line.quantity::numeric - line.taken::numeric - line.returned::numeric)::text,
        'receipts', coalesce((SELECT json_agg(json_build_object('id', moved.id, 'open', (moved.quantity::numeric - moved.taken::numeric)::text))
          FROM goods_note_lines AS moved
          JOIN goods_notes AS note ON note.organization_id = ${own} AND note.id = moved.goods_note_id
          WHERE moved.organization_id = ${own} AND moved.order_line_id = line.id AND note.kind = 'goods_receipt' AND NOT note.is_return
            AND note.state = 'posted' AND moved.taken::numeric < moved.quantity::numeric), '[]'::json)) ORDER BY line.line_number) AS rows
    FROM orders AS owner
    JOIN order_lines AS line ON line.organization_id = ${own} AND line.order_id = owner.id
      AND line.taken::numeric + line.returned::numeric < line.quantity::numeric
    WHERE owner.organization_id = ${own} AND owner.kind = 'purchase_order' AND owner.state = 'confirmed'
      AND owner.party_id = ${supplier} AND owner.currency_id = ${currency}
    GROUP BY owner.id, owner.number, owner.order_date, owner.total
    ORDER BY upper(regexp_replace(owner.number, '[\\s/_-]', '', 'g')) = ${named} DESC, owner.id DESC LIMIT 50`.execute(
    db,
  )
  return rows
}
