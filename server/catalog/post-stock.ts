import { sql } from 'kysely'
import { decimal, round } from '#ledger/money.ts'
import { openingStockEntry } from '#ledger/posting/opening-stock.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { lockPeriod } from '#server/journal/periods.ts'
import { post } from '#server/journal/posting/post.ts'
import { lockStock, writeMoves } from './move-stock.ts'
import { productForm, saveCount } from './save-count.ts'
import { unstockedOf } from './unstocked-products.ts'

/** Opening stock of a new product at its purchase price, against the opening balances (V36). */
export async function postOpeningStock(
  context: Context,
  productId: number,
  quantity: string,
  purchasePrice: string,
): Promise<void> {
  const period = await lockPeriod(context, context.today, 'quantity', 'stock')
  const branch_id = await firstBranch(context)
  const stock = await lockStock(context, [productId])
  const value = round(decimal(quantity).times(purchasePrice), context.session.organization.decimals)
  const head = { date: context.today, kind: 'opening', source: 'opening_stock', source_id: productId } as const
  const entryId = await post(
    context,
    period,
    head,
    openingStockEntry({ branch_id, product_id: productId, cost: value }),
  )
  const move = {
    product_id: productId,
    kind: 'opening',
    date: context.today,
    quantity: decimal(quantity),
    value,
    document_id: null,
    line_number: null,
  } as const
  await writeMoves(context, stock, [move], entryId)
}

/** The difference between the form and the stock, as a count of today (V37). */
export async function countStock(context: Context, productId: number, counted: string): Promise<void> {
  const branch_id = await firstBranch(context)
  const lines = [{ product_id: productId, counted }]
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
  const lines = left.map(({ product_id }) => ({ product_id, counted: '0' }))
  const branch_id = await firstBranch(context)
  await saveCount(context, null, { count_date: context.today, branch_id, lines }, productForm)
}

/** The product form has no branch: stock is one pool of the organization, posted on its first active branch. */
async function firstBranch({ db }: Context): Promise<number> {
  const isLeft = sql<boolean>`status <> 'active'`
  const branch = await db.selectFrom('branches').select('id').orderBy(isLeft).orderBy('id').limit(1).executeTakeFirst()
  if (!branch) throw new Refusal('onboarding_first')
  return branch.id
}
