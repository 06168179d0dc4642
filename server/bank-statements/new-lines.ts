import { hash } from 'node:crypto'
import { foldSpellings } from '#contract/fields/clean-text.ts'
import { type Decimal, decimal, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import type { Statement, StatementLine } from './reading/statement.ts'

export type MarkedLine = StatementLine & { fingerprint: string }
export type KnownLine = { line_date: string; amount: string; fingerprint: string }
export type KnownStatement = { from_date: string; to_date: string; opening_balance: string }

/**
 * The identity of a line: its day, amount and text, and its ordinal among equal lines of the day. Files contain whole days, so a line has the same ordinal in each of them.
 */
export function fingerprints(lines: readonly StatementLine[]): string[] {
  const counts = new Map<string, number>()
  return lines.map(({ date, amount, description, reference }) => {
    const words = foldSpellings(`${description} ${reference ?? ''}`).replace(/[^\p{L}\p{N}]/gu, '')
    const key = `${date}\n${amount}\n${words}`
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return hash('sha256', `${key}\n${count}`, 'hex').slice(0, 40)
  })
}

/** The lines of a file that no earlier file of the account has. */
export async function newLines(
  { db }: Context,
  account_id: number,
  statement: Statement & { has_balances: boolean },
): Promise<MarkedLine[]> {
  const { lines } = statement
  const days = lines.map(({ date }) => date).toSorted()
  const [first, last] = [days[0] as string, days.at(-1) as string]
  const earlier = (await db
    .selectFrom('bank_statements')
    .select(['from_date', 'to_date', 'opening_balance'])
    .where('account_id', '=', account_id)
    .where('has_balances', '=', true)
    .where('from_date', '<=', last)
    .where('to_date', '>=', first)
    .execute()) as KnownStatement[]
  const from = [first, ...earlier.map(({ from_date }) => from_date)].toSorted()[0] as string
  const known = (await db
    .selectFrom('bank_statement_lines')
    .select(['line_date', 'amount', 'fingerprint'])
    .where('account_id', '=', account_id)
    .where('line_date', '>=', from)
    .where('line_date', '<=', last)
    .execute()) as KnownLine[]
  return unknownLines(statement, known, earlier)
}

/**
 * A line is known by its text. On a day that begins with the balance it has in an earlier file, the lines of both files are the same
 * ones, and an amount is enough: another export of the bank has other texts.
 */
export function unknownLines(
  { lines, opening_balance, has_balances }: Pick<Statement, 'lines' | 'opening_balance'> & { has_balances: boolean },
  known: readonly KnownLine[],
  earlier: readonly KnownStatement[],
): MarkedLine[] {
  const marks = fingerprints(lines)
  const own = new Set(marks)
  const marked = new Set(known.map(({ fingerprint }) => fingerprint))
  const unmatched = new Map<string, number>()
  for (const { line_date, amount, fingerprint } of known)
    if (!own.has(fingerprint)) {
      const key = lineKey(line_date, amount)
      unmatched.set(key, (unmatched.get(key) ?? 0) + 1)
    }
  const isSame = has_balances ? sameDays(lines, opening_balance as string, known, earlier) : () => false
  return lines.flatMap((line, index) => {
    const fingerprint = marks[index] as string
    if (marked.has(fingerprint)) return []
    const key = lineKey(line.date, line.amount)
    const left = unmatched.get(key) ?? 0
    if (left > 0 && isSame(line.date)) {
      unmatched.set(key, left - 1)
      return []
    }
    return [{ ...line, fingerprint }]
  })
}

const lineKey = (day: string, amount: string) => `${day} ${text(decimal(amount))}`

/** Whether a day begins with the same balance in the new file and in an earlier one that has it. */
function sameDays(
  lines: readonly StatementLine[],
  opening: string,
  known: readonly KnownLine[],
  earlier: readonly KnownStatement[],
): (day: string) => boolean {
  const moved = movedBefore(lines)
  const movedKnown = movedBefore(known.map(({ line_date, amount }) => ({ date: line_date, amount })))
  const answers = new Map<string, boolean>()
  return (day) => {
    const before = answers.get(day)
    if (before !== undefined) return before
    const own = decimal(opening).plus(moved(day))
    const answer = earlier.some(
      ({ from_date, to_date, opening_balance }) =>
        from_date <= day &&
        to_date >= day &&
        own.eq(decimal(opening_balance).plus(movedKnown(day)).minus(movedKnown(from_date))),
    )
    answers.set(day, answer)
    return answer
  }
}

/** The sum of all lines before a day. */
function movedBefore(lines: readonly { date: string; amount: string }[]): (day: string) => Decimal {
  const perDay = [...Map.groupBy(lines, ({ date }) => date)]
    .map(([date, own]) => ({ date, sum: own.reduce((sum, { amount }) => sum.plus(amount), decimal(0)) }))
    .sort((one, other) => one.date.localeCompare(other.date))
  return (day) => {
    let sum = decimal(0)
    for (const one of perDay) {
      if (one.date >= day) break
      sum = sum.plus(one.sum)
    }
    return sum
  }
}
