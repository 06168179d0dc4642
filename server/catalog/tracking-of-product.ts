import type { z } from 'zod'
import type { products } from '#contract/catalog.ts'
import { text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { ProductStock } from '#server/stock/stock-balances.ts'

type Input = Pick<z.output<typeof products.input>, 'tracking' | 'tracks_expiry'>
type Tracking = { tracking: string; tracks_expiry: boolean }

/**
 * How a product is tracked: as it says, or as it was. Only goods have batches or serial numbers, and only batches a last day. Goods without limit
 * say it for when they are counted.
 */
export function trackingOf(body: Input, isGoods: boolean, before: Tracking | null): Tracking {
  const tracking = body.tracking ?? before?.tracking ?? 'none'
  if (tracking !== 'none' && !isGoods) throw new Refusal('tracking_of_goods', { field: 'tracking' })
  const stored = tracking === 'batch' && (before?.tracks_expiry ?? false)
  const tracks_expiry = body.tracks_expiry ?? stored
  if (tracks_expiry && tracking !== 'batch') throw new Refusal('lot_without_expiry', { field: 'tracks_expiry' })
  return { tracking, tracks_expiry }
}

/**
 * A product is tracked from a moment on which nothing of it is there, so that all that is there has a batch on every day after it. What it has
 * been given cannot be taken from it. Its stock is locked.
 */
export async function changedTracking(
  { db }: Context,
  before: Tracking & { id: number },
  { stocked, ...wanted }: Tracking & { stocked: boolean },
  stock: ProductStock,
): Promise<{ tracked_after?: number }> {
  const isSame = wanted.tracking === before.tracking && wanted.tracks_expiry === before.tracks_expiry
  if (isSame && (stocked || before.tracking === 'none')) return {}
  const field = isSame ? 'unlimited_quantity' : wanted.tracking === before.tracking ? 'tracks_expiry' : 'tracking'
  const lot = await db.selectFrom('lots').select('id').where('product_id', '=', before.id).limit(1).executeTakeFirst()
  if (lot) throw new Refusal('product_has_lots', { field })
  if (isSame) return {}
  if (stock.quantity.gt(0) && wanted.tracking !== 'none')
    throw new Refusal('tracking_of_stock', { field, params: { quantity: text(stock.quantity) } })
  return { tracked_after: stock.sequence }
}
