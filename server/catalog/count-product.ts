import type { Context } from '#server/core/context.ts'
import { firstBranch, requireBranch } from './first-branch.ts'
import { productForm } from './plan-count.ts'
import { saveCount } from './save-count.ts'
import { unstockedOf } from './unstocked-products.ts'

/** The difference between the form and the stock, as a count of today (V37). */
export async function countStock(context: Context, productId: number, counted: string): Promise<void> {
  await countLines(context, [{ product_id: productId, counted }])
}

async function countLines(context: Context, lines: { product_id: number; counted: string }[]): Promise<void> {
  const branch_id = requireBranch(await firstBranch.load(context))
  await saveCount(context, null, { count_date: context.today, branch_id, lines }, productForm)
}

/**
 * Stock returned by a reversal to a product that is no longer stocked is counted out again today (V54): no sale would
 * issue it, and such a product has no value. Checked under the lock of the stock, so the product's kind cannot change.
 */
export async function writeOffUnstocked(context: Context, productIds: readonly number[]): Promise<void> {
  const unstocked = await unstockedOf(context, productIds)
  if (unstocked.length === 0) return
  // Asked by itself: what is written together has been sent by the time the first question was answered.
  const left = await context.db
    .selectFrom('stock_items')
    .select('product_id')
    .where('product_id', 'in', unstocked)
    .where('quantity', '>', '0')
    .orderBy('product_id')
    .execute()
  if (left.length === 0) return
  await countLines(
    context,
    left.map(({ product_id }) => ({ product_id, counted: '0' })),
  )
}
