import { type Decimal, decimal, min, zero } from '#ledger/money.ts'
import { type CustomsFacts, spreadDuty } from '#ledger/posting/customs.ts'
import { purchaseAccount } from '#ledger/posting/product-account.ts'
import { inventoryShare } from '#ledger/posting/supplier-credit.ts'
import type { Caller } from '#server/posting/plan.ts'
import type { PlannedMove, PlannedStock } from '#server/stock/planned-stock.ts'
import type { DeclarationInput } from './declaration.ts'
import type { ClearedProduct, DeclarationFigures } from './declaration-figures.ts'

export type DutyLine = DeclarationInput['lines'][number] & { duty: Decimal; stock_duty: Decimal }
export type DutyPlan = { lines: DutyLine[]; duties: CustomsFacts['duties']; moves: PlannedMove[] }

/**
 * The allocation of duty by product: it raises the value of imported goods still on hand, and is a price variance for
 * goods already sold (accounting rule 2.1-6). For goods that are not stocked it follows their purchase account.
 */
export function planDuty(
  { session }: Caller,
  id: number,
  input: DeclarationInput,
  figures: DeclarationFigures,
  stock: PlannedStock,
): DutyPlan {
  const { decimals } = session.organization
  const parts = figures.duty.eq(0) ? [] : spreadDuty(figures.duty, input.lines, decimals)
  const lines = input.lines.map((line, index): DutyLine => {
    const duty = parts[index] ?? zero
    const product = figures.products.get(line.product_id) as ClearedProduct
    const onHand = product.is_stocked ? stock.of(line.product_id).quantity : zero
    return { ...line, duty, stock_duty: min(inventoryShare(duty, onHand, line.quantity, decimals), duty) }
  })
  const duties = lines.flatMap((line) => {
    const product = figures.products.get(line.product_id) as ClearedProduct
    const rest = line.duty.minus(line.stock_duty)
    const { product_id } = line
    if (!product.is_stocked) return [{ account: purchaseAccount(product), amount: rest, product_id }]
    return [
      { account: 'INV' as const, amount: line.stock_duty, product_id },
      { account: 'PPV' as const, amount: rest, product_id },
    ]
  })
  const moves = lines.flatMap((line, index): PlannedMove[] =>
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
