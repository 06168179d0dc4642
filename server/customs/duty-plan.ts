import { type Decimal, zero } from '#ledger/money.ts'
import { type CustomsFacts, spreadDuty } from '#ledger/posting/customs.ts'
import type { Caller } from '#server/posting/plan.ts'
import type { PlannedMove, PlannedStock } from '#server/stock/planned-stock.ts'
import { planAddedCost } from './added-cost.ts'
import type { DeclarationInput } from './declaration.ts'
import type { DeclarationFigures } from './declaration-figures.ts'

export type DutyLine = DeclarationInput['lines'][number] & { duty: Decimal; stock_duty: Decimal }
export type DutyPlan = { lines: DutyLine[]; duties: CustomsFacts['duties']; moves: PlannedMove[] }

/** The duty of a declaration by product, shared by what is on hand now. */
export function planDuty(
  { session }: Caller,
  id: number,
  input: DeclarationInput,
  { duty, products }: DeclarationFigures,
  stock: PlannedStock,
): DutyPlan {
  const { decimals } = session.organization
  const parts = duty.eq(0) ? [] : spreadDuty(duty, input.lines, decimals)
  const onHand = (product: number) => stock.of(product).quantity
  const added = planAddedCost(
    input.lines.map((line, index) => ({ ...line, amount: parts[index] ?? zero })),
    { products, onHand, decimals },
  )
  return {
    lines: input.lines.map((line, index): DutyLine => {
      const { amount, stock_amount } = added.lines[index] ?? { amount: zero, stock_amount: zero }
      return { ...line, duty: amount, stock_duty: stock_amount }
    }),
    duties: added.costs,
    moves: added.moves.map((move) => ({ ...move, date: input.declaration_date, document_id: id })),
  }
}
