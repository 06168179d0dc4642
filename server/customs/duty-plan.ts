import { type Decimal, decimal, min, zero } from '#ledger/money.ts'
import { type CustomsFacts, spreadDuty } from '#ledger/posting/customs.ts'
import { purchaseAccount } from '#ledger/posting/product-account.ts'
import { inventoryShare } from '#ledger/posting/supplier-credit.ts'
import type { StockMove, StockState } from '#server/catalog/move-stock.ts'
import type { Context } from '#server/core/context.ts'
import type { ClearedProduct, DeclarationFacts } from './check-declaration-references.ts'
import type { DeclarationInput } from './declaration.ts'

export type DutyLine = DeclarationInput['lines'][number] & { duty: Decimal; stock_duty: Decimal }
export type DutyPlan = { lines: DutyLine[]; duties: CustomsFacts['duties']; moves: StockMove[] }

/**
 * The allocation of duty by product: it raises the value of imported goods still on hand, and is a price variance for
 * goods already sold (accounting rule 2.1-6). For goods that are not stocked it follows their purchase account.
 */
export function planDuty(
  { session }: Context,
  id: number,
  input: DeclarationInput,
  facts: DeclarationFacts,
  stock: ReadonlyMap<number, StockState>,
): DutyPlan {
  const { decimals } = session.organization
  const parts = facts.duty.eq(0) ? [] : spreadDuty(facts.duty, input.lines, decimals)
  const lines = input.lines.map((line, index): DutyLine => {
    const duty = parts[index] ?? zero
    const pool = stock.get(line.product_id)
    const product = facts.products.get(line.product_id) as ClearedProduct
    const onHand = product.is_stocked ? (pool?.quantity ?? zero) : zero
    return { ...line, duty, stock_duty: min(inventoryShare(duty, onHand, line.quantity, decimals), duty) }
  })
  const duties = lines.flatMap((line) => {
    const product = facts.products.get(line.product_id) as ClearedProduct
    const rest = line.duty.minus(line.stock_duty)
    const { product_id } = line
    if (!product.is_stocked) return [{ account: purchaseAccount(product), amount: rest, product_id }]
    return [
      { account: 'INV' as const, amount: line.stock_duty, product_id },
      { account: 'PPV' as const, amount: rest, product_id },
    ]
  })
  const moves = lines.flatMap((line, index): StockMove[] =>
    line.stock_duty.eq(0)
      ? []
      : [
          {
            product_id: line.product_id,
            kind: 'receipt',
            date: input.declaration_date,
            quantity: decimal(0),
            value: line.stock_duty,
            document_id: id,
            line_number: index + 1,
          },
        ],
  )
  return { lines, duties, moves }
}
