import { sql } from 'kysely'
import { decimal, round } from '#ledger/money.ts'
import { openingStockEntry } from '#ledger/posting/opening-stock.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { lockPeriod } from '#server/journal/periods.ts'
import { post } from '#server/journal/posting/post.ts'
import { reverseEntry } from '#server/journal/posting/reverse-entry.ts'
import { lockStock, writeMoves } from './move-stock.ts'
import { refuseNegativeStock } from './negative-stock.ts'
import { productForm, saveCount } from './save-count.ts'
import { unstockedOf } from './unstocked-products.ts'

/** Opening stock of a new product at its purchase price, against the opening balances (V36). An import says the day. Answers the entry. */
export async function postOpeningStock(
  context: Context,
  productId: number,
  quantity: string,
  purchasePrice: string,
  date = context.today,
): Promise<number | null> {
  const period = await lockPeriod(context, date, 'quantity', 'stock')
  const branch_id = await firstBranch(context)
  const stock = await lockStock(context, [productId])
  const value = round(decimal(quantity).times(purchasePrice), context.session.organization.decimals)
  const source_revision = await nextStartRevision(context, productId)
  const head = { date, kind: 'opening', source: 'opening_stock', source_id: productId, source_revision } as const
  const entryId = await post(
    context,
    period,
    head,
    openingStockEntry({ branch_id, product_id: productId, cost: value }),
  )
  const move = {
    product_id: productId,
    kind: 'opening',
    date,
    quantity: decimal(quantity),
    value,
    document_id: null,
    line_number: null,
  } as const
  await writeMoves(context, stock, [move], entryId)
  return entryId
}

/** Those of opening balances count up from two. What came with a product counts down from one, where it was taken back before. */
async function nextStartRevision({ db }: Context, productId: number): Promise<number> {
  const { lowest } = await db
    .selectFrom('journal_entries')
    .select(({ fn }) => fn.min('source_revision').as('lowest'))
    .where('source', '=', 'opening_stock')
    .where('source_id', '=', productId)
    .executeTakeFirstOrThrow()
  return Math.min(lowest ?? 2, 2) - 1
}

/** Takes back what came with a product, while it is still there. */
export async function takeBackOpeningStock(context: Context, productId: number, entryId: number): Promise<void> {
  const move = await context.db
    .selectFrom('stock_moves')
    .select(['move_date', 'quantity', 'value'])
    .where('product_id', '=', productId)
    .where('entry_id', '=', entryId)
    .executeTakeFirstOrThrow()
  const period = await lockPeriod(context, move.move_date, 'quantity', 'stock')
  const stock = await lockStock(context, [productId])
  const mirror = {
    ...{ product_id: productId, kind: 'reversal' as const, date: move.move_date },
    ...{ quantity: decimal(move.quantity).neg(), value: decimal(move.value).neg() },
    ...{ document_id: null, line_number: null },
  }
  await refuseNegativeStock(context, [mirror], 'opening_moved_on')
  const reversal = await reverseEntry(context, period, entryId, 1)
  await writeMoves(context, stock, [mirror], reversal)
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
