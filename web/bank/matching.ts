import type { BankLine } from '#contract/bank.ts'
import { normalizeForSearch } from '#contract/fields/clean-text.ts'
import { formatNumber } from '#contract/paper/format-number.ts'

/** The lines that hold what is looked for; an amount is found as the bank's paper has it: 1,734.20, 1734.20 or ١٬٧٣٤٫٢٠. */
export function matching(lines: readonly BankLine[], find: string, decimals: number): readonly BankLine[] {
  const wanted = plain(find)
  if (wanted === '') return lines
  const textOf = ({ number, description, party, party_en, amount, entry_date }: BankLine) =>
    plain([number, description, party, party_en, formatNumber(Math.abs(amount), decimals), entry_date].join(' '))
  return lines.filter((line) => textOf(line).includes(wanted))
}

/** Without what groups digits, and with one sign before decimals, on both sides of the comparison. */
const plain = (value: string): string =>
  normalizeForSearch(value)
    .replace(/٫/g, '.')
    .replace(/(?<=\d)[,٬](?=\d|$)/g, '')
