import { sum } from '#ledger/money.ts'
import { Refusal } from '#server/core/refusal.ts'
import { balancesFrom, type StockChange, type StockFacts } from './stock-balances.ts'

type MovedOn = `${'stock' | 'count' | 'note' | 'duty' | 'landed' | 'opening'}_moved_on`

/**
 * A bill whose goods have since been sold cannot be mirrored: quantity or value would fall below zero, or value would
 * stay without goods, now or on a later day (accounting rule B4.4). An invoice's mirror only adds and always passes.
 */
export function refuseSpentStock(
  facts: StockFacts,
  changes: readonly StockChange[],
  code: MovedOn = 'stock_moved_on',
  field = 'status',
): void {
  if (leavesSpentStock(facts, changes)) throw new Refusal(code, { field })
}

/** Whether these changes leave less than nothing, or value without goods, on their day or a later one. */
export function leavesSpentStock(facts: StockFacts, changes: readonly StockChange[]): boolean {
  return [...Map.groupBy(changes, ({ product_id }) => product_id)].some(([product_id, own]) => {
    if (sum(own.map(({ quantity }) => quantity)).gt(0)) return false
    const real = own.filter(({ quantity, value }) => !(quantity.eq(0) && value.eq(0)))
    const [since] = real.map(({ date }) => date).sort()
    if (since === undefined) return false
    // A product whose value was negative before is not refused if the changes only increase it.
    const lowersQuantity = sum(real.map(({ quantity }) => quantity)).lt(0)
    const lowersValue = sum(real.map(({ value }) => value)).lt(0)
    return balancesFrom(facts, product_id, since, real).some(
      ({ quantity, value }) =>
        (lowersQuantity && quantity.lt(0)) || (lowersValue && value.lt(0)) || (quantity.eq(0) && !value.eq(0)),
    )
  })
}
