import { credit, debit, type Entry, entry, type Line } from '../entry.ts'
import { sum } from '../money.ts'

/**
 * The balances an organisation brings along (V35), however unbalanced: what is missing on each branch goes to the
 * opening clearing account, which the owner later clears to capital and earnings (V52).
 */
export function openingBalancesEntry(lines: readonly Line[]): Entry {
  const branches = Map.groupBy(lines, (line) => line.branch_id)
  const clearing = [...branches].map(([branch_id, own]) => {
    const difference = sum(own.map((line) => line.debit.minus(line.credit)))
    const put = difference.gt(0) ? credit : debit
    return put('OPEN_EQ', difference.abs(), { branch_id })
  })
  return entry([...lines, ...clearing])
}
