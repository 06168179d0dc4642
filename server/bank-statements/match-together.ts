import { sql } from 'kysely'
import { decimal, sum, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { linkLine, lockOpenLine, type Picked } from './match-line.ts'

/** Several lines of one account that together are lines of the books: the first has the matches, the others refer to it. Answers the first. */
export async function matchTogether(
  context: Context,
  lineIds: readonly number[],
  picked: readonly Picked[],
): Promise<number> {
  const ids = [...new Set(lineIds)].sort((a, b) => a - b)
  const lines = []
  for (const id of ids) lines.push(await lockOpenLine(context, id, undefined))
  const [first, ...others] = lines
  if (!first || others.some(({ account_id }) => account_id !== first.account_id))
    throw new Refusal('bank_lines_of_one_account', { field: 'line_ids' })
  const amount = text(sum(lines.map((line) => decimal(line.amount))))
  await linkLine(context, { ...first, amount }, picked, {})
  if (others.length === 0) return first.id
  await context.db
    .updateTable('bank_statement_lines')
    .set({ state: 'matched', matched_with: first.id, version: sql`version + 1` })
    .where(
      'id',
      'in',
      others.map(({ id }) => id),
    )
    .execute()
  return first.id
}
