import { advances } from '#contract/documents/sides.ts'
import type { OrderKind } from '#contract/orders/order-kinds.ts'
import { orders } from '#contract/orders/orders.ts'
import { decimal, ratio, text } from '#ledger/money.ts'
import { shareOfRow } from '#ledger/order-share.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { ItemInput } from '#server/documents/document-input.ts'
import { documentSeries } from '#server/documents/document-number.ts'
import { createFromInput } from '#server/documents/save-document.ts'
import { peekNumber } from '#server/journal/posting/number-series.ts'
import { decimalsOf, requireAgreed, requireAnyOf } from './convert-order.ts'
import { lockOrder, type OrderLine, orderLines } from './stored-order.ts'

type AdvanceRequest = { version?: number | undefined; percent: string }

/**
 * A draft of the advance invoice over a part of what is still open of a quotation or an order: each row at its share before tax. It takes
 * nothing of the order, which is invoiced as a whole later. Answers its id.
 */
export async function advanceOfOrder(
  context: Context,
  kind: OrderKind,
  id: number,
  asked: AdvanceRequest,
): Promise<number> {
  const stored = await lockOrder(context, kind, id, asked.version)
  requireAnyOf(context, orders[kind.name].calls.read.admission)
  await requireAgreed(context, kind, stored)
  const [lines, decimals] = [await orderLines(context, id), await decimalsOf(context, stored.currency_id)]
  const items = lines.flatMap((line) => shareOf(line, asked.percent, decimals) ?? [])
  if (items.length === 0) throw new Refusal('order_nothing_open', { field: 'items' })
  const date = context.today
  const number = await peekNumber(context.db, documentSeries(advances.document, date))
  const content = {
    number,
    proposed_number: number,
    date,
    due_date: date,
    status: 'draft',
    version: undefined,
    party_id: stored.party_id,
    branch_id: stored.branch_id,
    currency_id: stored.currency_id,
    tax_id: stored.tax_id,
    prices_include_tax: false,
    po_number: stored.po_number,
    items,
  }
  const made = await context.db.savepoint((db) => createFromInput({ ...context, db }, advances, content))
  await context.db.updateTable('documents').set({ advance_order_id: id }).where('id', '=', made).execute()
  return made
}

/** The share of what is open of a row; null where nothing is. */
function shareOf(line: OrderLine, percent: string, decimals: number): ItemInput | null {
  const taken = decimal(line.taken).plus(line.returned)
  const much = decimal(line.quantity).minus(taken)
  const open = shareOfRow(line.net, { quantity: line.quantity, taken, much }, decimals)
  const price = ratio(open, percent, 100, decimals)
  if (much.lte(0) || price.lte(0)) return null
  return {
    product_id: line.product_id,
    product_name: line.product_name,
    quantity: '1',
    price: text(price),
    tax_id: line.tax_id,
    tax_rate: line.tax_rate,
  }
}
