import type { Account } from '#ledger/account.ts'
import { type Decimal, decimal, min, type Numeric, split, sum, zero } from '#ledger/money.ts'
import { purchaseAccount } from '#ledger/posting/product-account.ts'
import { inventoryShare } from '#ledger/posting/supplier-credit.ts'
import type { ClearedProduct } from './declaration-figures.ts'

/** What goods that came in bear in addition: duty, freight. */
export type AddedCost = { product_id: number; quantity: Numeric; amount: Decimal }
export type AddedMove = {
  product_id: number
  kind: 'receipt'
  quantity: Decimal
  value: Decimal
  line_number: number
}
type Facts = {
  products: ReadonlyMap<number, ClearedProduct>
  onHand: (product: number) => Decimal
  decimals: number
}

/**
 * An added cost raises the value of goods that are still on hand, and is a price variance for goods already sold (accounting rule
 * 2.1-6). For goods that are not stocked it follows their purchase account. Rows of one product share what is on hand.
 */
export function planAddedCost(lines: readonly AddedCost[], { products, onHand, decimals }: Facts) {
  const shares = lines.map(() => zero)
  const rows = lines.map((line, index) => ({ ...line, index }))
  for (const [id, own] of Map.groupBy(rows, ({ product_id }) => product_id)) {
    const product = products.get(id) as ClearedProduct
    if (!product.is_stocked) continue
    const [amount, came] = [sum(own.map((row) => row.amount)), sum(own.map(({ quantity }) => quantity))]
    const inStock = min(inventoryShare(amount, onHand(id), came, decimals), amount)
    if (amount.eq(0)) continue
    const parts = split(
      inStock,
      own.map((row) => row.amount),
      decimals,
    )
    for (const [at, { index }] of own.entries()) shares[index] = parts[at] ?? zero
  }
  const costs = lines.flatMap(
    ({ product_id, amount }, index): { account: Account; amount: Decimal; product_id: number }[] => {
      const product = products.get(product_id) as ClearedProduct
      const inStock = shares[index] as Decimal
      const rest = amount.minus(inStock)
      if (!product.is_stocked) return [{ account: purchaseAccount(product), amount: rest, product_id }]
      return [
        { account: 'INV', amount: inStock, product_id },
        { account: 'PPV', amount: rest, product_id },
      ]
    },
  )
  const moves = lines.flatMap(({ product_id }, index): AddedMove[] => {
    const value = shares[index] as Decimal
    return value.eq(0) ? [] : [{ product_id, kind: 'receipt', quantity: decimal(0), value, line_number: index + 1 }]
  })
  return { lines: lines.map((line, index) => ({ ...line, stock_amount: shares[index] as Decimal })), costs, moves }
}
