import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'

/** The day something is taken back on: its own, or a later one that is asked for where its own is closed (ledger.md 1.4). */
export function resolveReversalDate(
  { today }: Pick<Context, 'today'>,
  own: string,
  asked: string | null | undefined,
): string {
  if (!asked) return own
  if (asked < own) throw new Refusal('date_before_source', { field: 'date' })
  if (asked > today) throw new Refusal('date_in_future', { field: 'date' })
  return asked
}
