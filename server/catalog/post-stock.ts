import { decimal, round } from '#ledger/money.ts'
import { openingStockEntry } from '#ledger/posting/opening-stock.ts'
import { stockCountEntry } from '#ledger/posting/stock-count.ts'
import { count } from '#ledger/stock.ts'
import { lockPeriod } from '#server/journal/periods.ts'
import { post } from '#server/journal/post.ts'
import type { Context } from '#server/kit/context.ts'
import { Refusal } from '#server/kit/refusal.ts'
import { leastFrom, lockStock, type StockState, writeMoves } from './move-stock.ts'

/** Opening stock of a new product at its purchase price, against the opening balances (V36). */
export async function openStock(
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

/** The difference between what the form says and what the stock holds, as a count of today (V37). */
export async function countStock(
  context: Context,
  productId: number,
  counted: string,
  purchasePrice: string,
): Promise<void> {
  const period = await lockPeriod(context, context.today, 'quantity', 'stock')
  const branch_id = await firstBranch(context)
  const stock = await lockStock(context, [productId])
  const state = stock.get(productId) as StockState
  const difference = count(state, counted, purchasePrice, context.session.organization.decimals)
  const least = await leastFrom(context, productId, context.today)
  if (least.plus(difference.quantity).lt(0))
    throw new Refusal('insufficient_stock', { field: 'quantity', params: { available: least.toString() } })
  const head = {
    date: context.today,
    kind: 'stock',
    source: 'stock_count',
    source_id: productId,
    source_revision: state.sequence + 1,
  } as const
  const entryId = await post(
    context,
    period,
    head,
    stockCountEntry({ branch_id, lines: [{ product_id: productId, value: difference.value }] }),
  )
  const move = {
    product_id: productId,
    kind: 'count',
    date: context.today,
    quantity: difference.quantity,
    value: difference.value,
    document_id: null,
    line_number: null,
  } as const
  await writeMoves(context, stock, [move], entryId)
}

/** The product form names no branch: stock is one pool of the organisation, kept by its first branch. */
async function firstBranch({ db }: Context): Promise<number> {
  const branch = await db.selectFrom('branches').select('id').orderBy('id').limit(1).executeTakeFirst()
  if (!branch) throw new Refusal('onboarding_first')
  return branch.id
}
