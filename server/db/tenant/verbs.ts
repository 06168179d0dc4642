import type { RawBuilder } from 'kysely'
import { internals, type PlanMode, type TenantDatabase } from './handle.ts'

// The functions a rule may use of its transaction beyond queries. How statements travel, are planned and
// committed is decided behind them; a test forbids everything else outside server/db.

export { ownTenant } from './own-tenant.ts'

/**
 * Writes whose results the rule does not need. They are sent now, in this order, and awaited together with the commit; if one
 * fails, the transaction is rolled back.
 */
export function sendWrites(db: TenantDatabase, ...writes: readonly Promise<unknown>[]): void {
  for (const one of writes) internals(db).deferToCommit(one)
}

/** A write that no answer and no other statement reads, such as the log: sent with the commit. */
export function sendLast(db: TenantDatabase, write: () => Promise<unknown>): void {
  internals(db).sendLast(write)
}

/** Runs a query with this way of planning, which also applies to the statements that follow in the transaction. */
export function runPlanned<Row>(db: TenantDatabase, mode: PlanMode, query: RawBuilder<Row>): Promise<{ rows: Row[] }> {
  internals(db).plan(mode)
  return query.execute(db)
}

/** The statements that follow in the transaction are planned this way. */
export function planFollowing(db: TenantDatabase, mode: PlanMode): void {
  internals(db).plan(mode)
}

/** The same transaction, whose answers all wait for `decision`: statements are sent before it is known. */
export function answeringAfter(db: TenantDatabase, decision: Promise<unknown>): TenantDatabase {
  return internals(db).behind(decision)
}

/** The work first checks whether it was already done. If the outcome of its commit is unknown, it may run again. */
export function markRepeatable(db: TenantDatabase): void {
  internals(db).markIdempotent()
}
