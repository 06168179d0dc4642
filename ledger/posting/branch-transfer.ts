import { credit, debit, type Entry, entry as entryOf, type Line } from '../entry.ts'
import { type Decimal, decimal, max, min, type Numeric, text, zero } from '../money.ts'

/** A branch's share of the inventory account. */
export type BranchStock = { branch_id: number; held: Numeric }

/**
 * The entry for goods leaving a branch that has less than their cost: the difference comes from the branches with the
 * largest stock, through inter-branch accounts. If all branches have too little, the rest stays.
 */
export function takenWhereHeld(
  entry: Entry,
  branch_id: number,
  branches: readonly BranchStock[],
  inventory: Line['account'],
): Entry {
  const isOwn = (line: Line) => line.account === inventory && line.branch_id === branch_id && line.credit.gt(0)
  const cost = entry.lines.filter(isOwn).reduce((sum, line) => sum.plus(line.credit), zero)
  const own = decimal(branches.find((one) => one.branch_id === branch_id)?.held ?? 0)
  const parts = sent(max(cost.minus(max(own, zero)), zero), branch_id, branches)
  if (parts.length === 0) return entry
  const lines = [...entry.lines]
  for (const { from, amount } of parts) {
    let left = amount
    for (const [index, line] of [...lines.entries()].filter(([, one]) => isOwn(one))) {
      const taken = min(left, line.credit)
      if (taken.eq(0)) continue
      lines[index] = { ...line, ...credit(line.account, line.credit.minus(taken), { ...line }) }
      lines.push(credit(line.account, taken, { ...line, branch_id: from, amount_currency: text(taken) }))
      left = left.minus(taken)
    }
    lines.push(credit('INTERBR', amount, { branch_id }), debit('INTERBR', amount, { branch_id: from }))
  }
  return { ...entry, lines: lines.filter((line) => !line.debit.eq(line.credit)) }
}

/** Moves inventory to the branches that are short, from those with the largest stock, through inter-branch accounts. Without lines when no branch has stock. */
export function branchSupplyEntry(
  shortages: readonly { branch_id: number; short: Numeric }[],
  branches: readonly BranchStock[],
): Entry {
  let left = branches
  const lines = shortages.flatMap(({ branch_id, short }) => {
    const parts = sent(decimal(short), branch_id, left)
    const givenBy = new Map(parts.map(({ from, amount }) => [from, amount]))
    left = left.map((one) => ({ ...one, held: decimal(one.held).minus(givenBy.get(one.branch_id) ?? 0) }))
    return parts.flatMap(({ from, amount }) => [
      debit('INV', amount, { branch_id }),
      credit('INV', amount, { branch_id: from }),
    ])
  })
  return entryOf(lines)
}

function sent(short: Decimal, branch_id: number, branches: readonly BranchStock[]) {
  let left = short
  const senders = branches
    .filter((one) => one.branch_id !== branch_id && decimal(one.held).gt(0))
    .toSorted((a, b) => decimal(b.held).cmp(decimal(a.held)))
  return senders.flatMap(({ branch_id: from, held }) => {
    const amount = min(left, decimal(held))
    left = left.minus(amount)
    return amount.gt(0) ? [{ from, amount }] : []
  })
}
