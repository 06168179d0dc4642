import type { FieldErrors } from '#contract/issues.ts'
import { relief } from '#ledger/allocation.ts'
import { type Decimal, decimal, min, round, sum, text } from '#ledger/money.ts'
import type { Deduction } from '#ledger/posting/final-invoice.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Facts } from '../document-facts.ts'
import type { DocumentInput } from '../document-input.ts'
import type { AdvanceState, AdvanceStates } from './advance-states.ts'

export type PlannedDeduction = Deduction & { advance_id: number; net: Decimal; tax: Decimal }

/**
 * The deductions of an invoice per advance (V34), or every refusal on its row. Tax follows the amount cumulatively, so
 * that the last part takes exactly the rest; for a fully prepaid invoice it is never above the invoice's tax. The
 * advances stay locked: two invoices never deduct the same riyal.
 */
export function decideDeductions(input: DocumentInput, facts: Facts, advances: AdvanceStates): PlannedDeduction[] {
  const asks = input.advances ?? []
  const errors: FieldErrors = {}
  const planned: PlannedDeduction[] = []
  for (const [index, ask] of asks.entries()) {
    const advance = advances.get(ask.advance_id)
    const refuse = (field: 'advance_id' | 'amount', code: string, available?: Decimal) => {
      errors[`advances.${index}.${field}`] = { code, ...(available && { params: { available: text(available) } }) }
    }
    const problem = problemOf(advance, input, asks.findIndex((other) => other.advance_id === ask.advance_id) < index)
    if (!advance || problem) {
      refuse('advance_id', problem ?? 'unknown_reference')
      continue
    }
    const tax_index = facts.totals.taxes.findIndex((tax) => tax.key === advance.tax_key)
    const category = facts.totals.taxes[tax_index]
    if (!category) {
      refuse('advance_id', 'advance_tax_differs')
      continue
    }
    const net = decimal(ask.amount)
    const left = decimal(advance.net).minus(advance.taken_net)
    const share = relief(
      { whole: advance.net, base: advance.tax, taken: advance.taken_net, taken_base: advance.taken_tax },
      net,
      facts.decimals,
    )
    const own = planned.filter((other) => other.tax_index === tax_index)
    const free = category.base.minus(sum(own.map((other) => other.net)))
    const tax = fittingTax(
      share,
      category.tax.minus(sum(own.map((other) => other.tax))),
      own.length + 1,
      facts.decimals,
    )
    if (!round(net, facts.decimals).eq(net)) refuse('amount', 'too_many_decimals')
    else if (net.gt(left)) refuse('amount', 'exceeds_advance', left)
    else if (net.gt(free)) refuse('amount', 'advance_exceeds_invoice', free)
    else if (tax === null) refuse('amount', 'advance_tax_exceeds')
    else
      planned.push({
        advance_id: advance.id,
        branch_id: advance.branch_id,
        tax_index,
        net,
        tax,
        net_base: net,
        tax_base: tax,
      })
  }
  if (Object.keys(errors).length > 0) throw new Refusal('invalid_input', { errors })
  return planned
}

/**
 * The tax of each advance was rounded by itself, that of the invoice once: together they may come to a little more than it bears. Such
 * a rest of rounding stays with the advance, as it was charged and declared. Null for more than that, as where rates differ.
 */
function fittingTax(share: Decimal, free: Decimal, parts: number, decimals: number): Decimal | null {
  const rest = share.minus(free)
  return rest.gt(decimal(parts).div(10 ** decimals)) ? null : min(share, free)
}

function problemOf(advance: AdvanceState | undefined, input: DocumentInput, isRepeated: boolean): string | undefined {
  if (isRepeated) return 'row_repeated'
  if (advance?.state !== 'posted') return 'unknown_reference'
  if (advance.party_id !== input.party_id) return 'party_mismatch'
  if (advance.currency_id !== input.currency_id) return 'currency_mismatch'
  return advance.document_date > input.date ? 'advance_later' : undefined
}

/** The total that advances deducted from an invoice, including tax. */
export const deductedBy = (planned: readonly PlannedDeduction[]): Decimal =>
  sum(planned.flatMap(({ net, tax }) => [net, tax]))
