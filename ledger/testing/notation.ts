import type { Account } from '../account.ts'
import type { Entry } from '../entry.ts'
import { text } from '../money.ts'

/**
 * The notation of accounting rule 2.2, for tests: `AR D1150.00; REV_SRV C1000.00`, `//` between entries, `@2` for another
 * branch than the first. Lines are sorted, since the order of lines means nothing.
 */
export function written(entries: Entry | readonly Entry[], names: Record<number, string> = {}): string {
  const list = 'lines' in entries ? [entries] : entries
  return list.map(({ lines }) => lines.map(lineWritten).sort().join('; ')).join(' // ')

  function lineWritten({ account, branch_id, debit, credit }: Entry['lines'][number]): string {
    const branch = branch_id === 1 ? '' : `@${branch_id}`
    const amount = debit.gt(0) ? `D${text(debit, 2)}` : `C${text(credit, 2)}`
    return `${nameOf(account)}${branch} ${amount}`
  }

  function nameOf(account: Account): string {
    return typeof account === 'number' ? (names[account] ?? String(account)) : account
  }
}

/** A vector's text in the order `written` answers. */
export function vector(notation: string): string {
  const sorted = (entry: string) =>
    entry
      .split(';')
      .map((line) => line.trim())
      .sort()
      .join('; ')
  return notation.split('//').map(sorted).join(' // ')
}

/** The entry's rows in the return: box, signed base, signed tax. */
export function boxes({ taxes }: Entry): string {
  return taxes
    .map(({ box, sign, base, tax }) => `${box} ${text(base.times(sign), 2)} ${text(tax.times(sign), 2)}`)
    .join('; ')
}
