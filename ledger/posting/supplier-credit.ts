import { type Entry, entry, type Line, reverse } from '../entry.ts'
import { decimal, min, type Numeric, ratio } from '../money.ts'
import type { NoteFacts } from './credit-note.ts'
import { lineBase, lineRest, selfAssessed, taxEntries, taxLines } from './document.ts'
import { settle } from './settle.ts'
import { purchases } from './side.ts'

/**
 * A supplier's credit (accounting rule 2.1-6). A row with a `stock_cost` takes that much out of the row's account, which is
 * `INV`: the current average of goods sent back, or `inventoryShare` of a price reduction. The difference to the
 * credited price is purchase price variance.
 */
export function supplierCreditEntry(facts: NoteFacts): Entry {
  const lines = [
    ...facts.lines.flatMap((_, index) => creditedLine(facts, index)),
    ...taxLines(purchases.opens, purchases.tax, facts),
    // Assessed reverse charge is reversed on both sides.
    ...reverse({ lines: selfAssessed(facts), taxes: [] }).lines,
    ...settle(purchases, facts, facts.applied),
  ]
  return entry(lines, taxEntries(facts, { sign: -1, is_adjustment: true }))
}

function creditedLine(facts: NoteFacts, index: number): Line[] {
  const { account, stock_cost } = facts.lines[index] as NoteFacts['lines'][number]
  const net = lineBase(facts, index)
  const rest = lineRest(facts, index)
  if (stock_cost === undefined || stock_cost === null) return [purchases.opens(account, net, rest)]
  const variance = net.minus(decimal(stock_cost))
  const put = variance.gt(0) ? purchases.opens : purchases.closes
  // Both in base currency: neither the average nor the variance has an amount in the supplier's.
  const base = { ...rest, currency_id: null }
  return [purchases.opens(account, stock_cost, base), put('PPV', variance.abs(), base)]
}

/** The part of a price change that belongs to goods still on hand: net × min(on hand, billed) ÷ billed. */
export function inventoryShare(net: Numeric, onHand: Numeric, billed: Numeric, decimals = 2) {
  return ratio(net, min(decimal(onHand), decimal(billed)), billed, decimals)
}
