import { type Decimal, decimal, sum } from '../money.ts'
import type { ChartAccount } from './chart-tree.ts'
import { byAccount, closingKind, net, type Segment } from './segments.ts'
import type { AccountSums } from './trial-balance.ts'

/**
 * The sums of a trial balance, from segments cut at the start of the year, the first day of the range and the day after
 * it (0 before the year, 1 of the year before the range, 2 the range). Profit and loss accounts start from zero each
 * year; an earlier balance on them is unclosed prior profit (accounting rule 5.1).
 */
export function sumsFromSegments(
  accounts: readonly ChartAccount[],
  segments: readonly Segment[],
  include_closing: boolean,
): { sums: AccountSums[]; prior_years: Decimal } {
  const byId = new Map(accounts.map((account) => [account.id, account]))
  const shows = (row: Segment) => include_closing || row.kind !== closingKind
  const results = [...byAccount(segments)].map(([account_id, rows]) => {
    const isResult = 'RX'.includes(byId.get(account_id)?.class ?? '')
    const moved = rows.filter((row) => row.segment === 2 && shows(row))
    const opening = isResult ? net(rows, (row) => row.segment === 1 && shows(row)) : net(rows, (row) => row.segment < 2)
    const unclosed = net(rows, (row) => isResult && row.segment === 0)
    return {
      sums: {
        account_id,
        opening,
        debit: sum(moved.map((row) => decimal(row.debit))),
        credit: sum(moved.map((row) => decimal(row.credit))),
      },
      unclosed,
    }
  })
  return { sums: results.map((one) => one.sums), prior_years: sum(results.map((one) => one.unclosed)) }
}
