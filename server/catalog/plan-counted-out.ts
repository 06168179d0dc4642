import type { FactsOf } from '#server/core/needs.ts'
import type { Accounts } from '#server/journal/accounts.ts'
import type { Calendar } from '#server/journal/periods.ts'
import { NewId } from '#server/posting/placeholders.ts'
import type { Caller, Plan } from '#server/posting/plan.ts'
import { branchStockFrom } from '#server/stock/branch-stock.ts'
import type { PlannedStock } from '#server/stock/planned-stock.ts'
import type { StockedBy } from '#server/stock/stock-facts.ts'
import { stockedProducts } from '#server/stock/stocked-products.ts'
import { firstBranch, requireBranch } from './first-branch.ts'
import { type CountForm, planCount, productForm, sheet } from './plan-count.ts'

/** What a reversal of moves must know of the products. `date`: the first day on which the plan takes goods from a branch. */
export const needsOfCountedOut = (date: string, stocked: StockedBy) => ({
  products: stockedProducts(stocked),
  branches: branchStockFrom(date),
  branch: firstBranch,
})

type Facts = FactsOf<ReturnType<typeof needsOfCountedOut>> & { calendar: Calendar; accounts: Accounts }

/**
 * Stock returned by a reversal to a product that is no longer stocked is counted out again today (V54): no sale would
 * issue it, and such a product has no value.
 */
export function planCountedOut(
  plan: Plan,
  caller: Caller,
  stock: PlannedStock,
  facts: Facts,
  returned: readonly { product_id: number; place_id?: number | null }[],
): void {
  const ids = [...new Set(returned.map(({ product_id }) => product_id))].sort((a, b) => a - b)
  const left = ids.filter((id) => facts.products.get(id)?.is_stocked === false && stock.of(id).quantity.gt(0))
  if (left.length === 0) return
  const period = facts.calendar.open(caller.today, 'quantity', 'stock')
  const head = { count_date: caller.today, branch_id: requireBranch(facts.branch) }
  const countOut = (place_id: number | null, products: readonly number[]) => {
    if (products.length === 0) return
    const input = { ...head, place_id, lines: products.map((product_id) => ({ product_id, counted: '0' })) }
    const form = place_id === null ? productForm : ofPlace
    planCount(plan, caller, { ...facts, stock, period }, { id: new NewId('stock_counts'), stored: null, input, form })
  }
  const isHeld = (place_id: number) => (product_id: number) =>
    stock.heldInPlace({ product_id, place_id, date: caller.today }).gt(0)
  for (const place of new Set(returned.flatMap(({ place_id }) => place_id ?? [])))
    countOut(place, left.filter(isHeld(place)))
  // The main place has the rest.
  countOut(
    null,
    left.filter((id) => stock.of(id).quantity.gt(0)),
  )
}

const ofPlace: CountForm = { ...sheet, fieldOf: productForm.fieldOf }
