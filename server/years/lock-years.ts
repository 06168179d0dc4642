import type { Context } from '#server/core/context.ts'

export type Year = Awaited<ReturnType<typeof lockYears>>[number]

/**
 * All financial years, locked for writing: every posting of the organisation is either before what follows or meets
 * its outcome, and two changes of status never pass each other.
 */
export function lockYears({ db }: Context) {
  return db.selectFrom('financial_years').selectAll().orderBy('started_at').forUpdate().execute()
}
