import type { Context } from '#server/core/context.ts'
import type { TenantDatabase } from '#server/db/tenant/transaction.ts'
import { sendLast } from '#server/db/tenant/verbs.ts'
import type { PlannedEntry } from './plan.ts'

const unsummed = new WeakMap<TenantDatabase, PlannedEntry[]>()

/**
 * For many plans below one savepoint (`Context.sumsLast`): keeps entries whose sums are not written yet. `send` gets all of them when the
 * savepoint ends. PostgreSQL keeps every version of a row until the transaction ends, and reads all of them for the next: sums written
 * for each entry would take the square of their number.
 */
export function sumLast({ db }: Context, entries: readonly PlannedEntry[], send: (all: PlannedEntry[]) => void): void {
  const before = unsummed.get(db)
  if (before) {
    before.push(...entries)
    return
  }
  const all = [...entries]
  unsummed.set(db, all)
  sendLast(db, async () => send(all))
}

/** The entries of this transaction that the stored balances do not have yet. */
export const unsummedEntries = ({ db }: Context): readonly PlannedEntry[] => unsummed.get(db) ?? []
