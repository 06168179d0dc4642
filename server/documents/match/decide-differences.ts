import { sql } from 'kysely'
import { holdsAny } from '#contract/access/permissions.ts'
import type { Side } from '#contract/documents/sides.ts'
import type { FieldError, FieldErrors } from '#contract/issues.ts'
import { decimal, text } from '#ledger/money.ts'
import type { Totals } from '#ledger/totals.ts'
import type { Context } from '#server/core/context.ts'
import { known, type Need } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { DocumentInput, ItemInput } from '../document-input.ts'
import { type BilledRow, type Difference, differencesOf, type OrderedRow } from './differences-of.ts'

/** A draft may wait with a question; what is issued may not. */
export type DifferenceCheck = 'draft' | 'issued' | undefined

/** The rows of the purchase orders that a bill takes, and what is stored of the bill. */
export type BillMatch = {
  tolerance: string
  uses_goods_notes: boolean
  rows: OrderedRow[]
  stored: StoredRow[]
}
type StoredRow = Pick<ItemInput, 'product_id' | 'quantity' | 'price' | 'order_line_id' | 'goods_line_id'> & {
  net: string
  difference_reason: string | null
  difference_accepted_by: number | null
}

/** What a bill is compared with; null where it takes no order. Its rows of orders are locked before. */
export const billMatchOf = (
  side: Side,
  { items }: Pick<DocumentInput, 'items'>,
  id: number | null,
): Need<BillMatch | null> => {
  const ids = items.flatMap(({ order_line_id }) => order_line_id ?? [])
  if (side.document !== 'bill' || ids.length === 0) return known(null)
  return { lock: 'records', load: (context) => loadBillMatch(context, ids, id) }
}

/** With all rows of the orders of these rows: what is billed next to them may belong to another one. */
export async function loadBillMatch(
  { db, session }: Context,
  ids: readonly number[],
  id: number | null,
): Promise<BillMatch> {
  const own = session.organization_id
  const { rows } = await sql<BillMatch>`
    SELECT organization.bill_tolerance::text AS tolerance, organization.uses_goods_notes,
      coalesce((SELECT json_agg(json_build_object('id', line.id, 'order_id', owner.id, 'number', owner.number, 'product_id', line.product_id,
          'quantity', line.quantity::text, 'received', line.delivered::text, 'billed', line.taken::text, 'price', line.price::text, 'content', line.unit_content::text, 'net', line.net::text,
          'includesTax', owner.prices_include_tax, 'isDiscounted', line.discount + line.discount_share > 0,
          'is_stocked', type.key <> 'service' AND NOT product.unlimited_quantity) ORDER BY line.id)
        FROM order_lines AS line
        JOIN orders AS owner ON owner.organization_id = ${own} AND owner.id = line.order_id
        JOIN products AS product ON product.organization_id = ${own} AND product.id = line.product_id
        JOIN product_types AS type ON type.id = product.product_type_id
        WHERE line.organization_id = ${own} AND line.order_id IN (SELECT named.order_id FROM order_lines AS named
          WHERE named.organization_id = ${own} AND named.id = ANY (${ids}::bigint[]))), '[]') AS rows,
      coalesce((SELECT json_agg(json_build_object('product_id', line.product_id, 'quantity', line.quantity::text, 'price', line.price::text,
          'order_line_id', line.order_line_id, 'goods_line_id', line.goods_line_id, 'net', line.net::text,
          'difference_reason', line.difference_reason, 'difference_accepted_by', line.difference_accepted_by))
        FROM document_lines AS line WHERE line.organization_id = ${own} AND line.document_id = ${id}::bigint
          AND line.difference_reason IS NOT NULL), '[]') AS stored
    FROM organizations AS organization WHERE organization.organization_id = ${own}`.execute(db)
  return rows[0] as BillMatch
}

type Content = { input: DocumentInput; totals: Totals; decimals: number }
type Asker = Pick<Context, 'session'>

/**
 * Three-way match: what a row of a bill says otherwise than its order, or what was not received, is a question on the row. It is answered
 * with a reason by who may; the answer holds as long as the row stays as it is. Answers who accepted each row.
 */
export function decideDifferences(
  asker: Asker,
  match: BillMatch | null,
  { input, totals, decimals }: Content,
  asked: DifferenceCheck,
): (number | null)[] {
  if (!asked) return input.items.map((item) => item.difference_accepted_by ?? null)
  const rows = input.items.map((item, index) => billedRow(input, item, totals.lines[index]))
  const found = match ? differencesOf(match, rows, decimals) : []
  const errors: FieldErrors = {}
  const accepted = input.items.map((item, index) => {
    const difference = found[index] ?? null
    const answer = answerOf(asker, match, item, rows[index] as BilledRow, difference)
    if (typeof answer === 'string') errors[`items.${index}.difference_reason`] = { code: answer }
    else if (answer === null && difference && asked === 'issued')
      errors[`items.${index}.difference_reason`] = questionOf(difference)
    return typeof answer === 'number' ? answer : null
  })
  if (Object.keys(errors).length > 0) throw new Refusal('invalid_input', { errors })
  return accepted
}

const billedRow = (input: DocumentInput, item: ItemInput, totals: Totals['lines'][number] | undefined): BilledRow => {
  if (!totals) throw new Error('a row without its totals')
  return {
    product_id: item.product_id,
    order_line_id: item.order_line_id,
    goods_line_id: item.goods_line_id,
    quantity: item.quantity,
    price: item.price,
    content: item.unit_content,
    net: totals.net,
    includesTax: input.prices_include_tax ?? false,
    isDiscounted: totals.discount.plus(totals.discount_share).gt(0),
  }
}

/** Who accepted a row, null where none did, or the refusal of a reason that may not be given. */
function answerOf(
  { session }: Asker,
  match: BillMatch | null,
  item: ItemInput,
  row: BilledRow,
  difference: Difference | null,
) {
  const reason = item.difference_reason
  if (!reason) return null
  const before = match?.stored.find((stored) => stored.difference_reason === reason && isSameRow(stored, row))
  if (before) return before.difference_accepted_by
  if (!difference) return 'no_difference'
  return holdsAny(session.authority, ['accept-bill-difference']) ? session.user_id : 'difference_not_permitted'
}

const isSameRow = (stored: StoredRow, row: BilledRow) =>
  stored.product_id === row.product_id &&
  (stored.order_line_id ?? null) === (row.order_line_id ?? null) &&
  (stored.goods_line_id ?? null) === (row.goods_line_id ?? null) &&
  decimal(stored.quantity).eq(row.quantity) &&
  decimal(stored.price).eq(row.price) &&
  decimal(stored.net).eq(row.net)

function questionOf({ number, price, isNotReceived, beyond }: Difference): FieldError {
  if (price) {
    const params = { number, agreed: text(price.agreed), billed: text(price.billed) }
    return { code: isNotReceived ? 'bill_price_and_receipt_differ' : 'bill_price_differs', params }
  }
  if (isNotReceived) return { code: 'bill_not_received', params: { number } }
  return { code: 'bill_beyond_order', params: { number, ordered: text(decimal(beyond ?? 0)) } }
}
