import type { z } from 'zod'
import { lockKinds, type periodLockCalls } from '#contract/years.ts'
import type { Context } from '#server/core/context.ts'
import { lockYears } from '#server/years/lock-years.ts'

export async function showLocks({ db }: Context) {
  const rows = await db.selectFrom('period_locks').select(['kind', 'locked_through']).execute()
  return Object.fromEntries(rows.map((row) => [row.kind, row.locked_through]))
}

/** Sets, moves or lifts the soft locks; postings that are under way finish first. */
export async function saveLocks(context: Context, body: z.output<typeof periodLockCalls.save.body>): Promise<void> {
  const { db } = context
  await lockYears(context)
  for (const kind of lockKinds) {
    const locked_through = body[kind]
    if (locked_through === null) await db.deleteFrom('period_locks').where('kind', '=', kind).execute()
    if (!locked_through) continue
    await db
      .insertInto('period_locks')
      .values({ kind, locked_through })
      .onConflict((conflict) => conflict.columns(['organization_id', 'kind']).doUpdateSet({ locked_through }))
      .execute()
  }
}
