import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'

/**
 * The date of a reversal: the original date, or a later one that is requested because the original is locked
 * (accounting rule 1.4).
 */
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
