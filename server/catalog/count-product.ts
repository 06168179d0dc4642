import type { Context } from '#server/core/context.ts'
import { firstBranch, requireBranch } from './first-branch.ts'
import { productForm } from './plan-count.ts'
import { saveCount } from './save-count.ts'

/** The difference between the form and the stock, as a count of today (V37). */
export async function countStock(context: Context, productId: number, counted: string): Promise<void> {
  const branch_id = requireBranch(await firstBranch.load(context))
  const lines = [{ product_id: productId, counted }]
  await saveCount(context, null, { count_date: context.today, branch_id, lines }, productForm)
}
