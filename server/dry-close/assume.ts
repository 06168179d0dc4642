import type { AssumedMovement, Context } from '#server/core/context.ts'
import type { Accounts } from '#server/journal/accounts.ts'
import { sumRows } from '#server/posting/journal-rows.ts'
import type { PlannedEntry } from '#server/posting/plan.ts'

/** The same context whose books hold these planned entries too. */
export function assuming(context: Context, entries: readonly PlannedEntry[], accounts: Accounts): Context {
  const bySource = Map.groupBy(entries, ({ head }) => head.source)
  const assumed = [...bySource].flatMap(([source, own]) =>
    sumRows(own, { ...context, accounts }).days.map((row): AssumedMovement => ({ ...row, source })),
  )
  return { ...context, assumed }
}
