import { sql } from 'kysely'
import { importKindOf } from '#contract/imports/import-kinds.ts'
import type { Context } from '#server/core/context.ts'
import { inTenant } from '#server/db/tenant/transaction.ts'
import { refuseEdited } from '../edited-since.ts'
import type { Made } from '../kinds/import-kind.ts'
import { rulesOf } from '../rules-of.ts'
import { takeTurn } from '../run-import.ts'
import { failRun, reportUndone } from '../run-progress.ts'
import { partsOf, type StoredImport } from '../stored-import.ts'
import { takeBack } from '../undo-import.ts'
import { retireMaster } from './master-states.ts'

const pageSize = 200
const masters: ReadonlySet<string> = new Set(['settings', 'masters'])

/**
 * Everything that a package made, from the last record to the first, in one transaction. Papers stay listed as void; what they name cannot
 * be deleted, and is no longer in use.
 */
export async function undoPackage(base: Context, stored: StoredImport): Promise<void> {
  const { pool } = base.services
  try {
    await inTenant(pool, base.session.organization_id, 'write', async (db) => {
      const context = { ...base, db }
      await takeTurn(context, stored.id)
      const parts = await partsOf(context, stored.id)
      const kindOf = new Map(parts.map((part) => [part.id, part.kind]))
      const ids = parts.map((part) => part.id)
      await refuseEdited(db, context.session.organization_id, ids)
      let before = 2_147_483_647
      for (let done = 0; ; ) {
        const page = await db
          .selectFrom('import_records')
          .selectAll()
          .where('import_id', 'in', ids)
          .where('position', '<', before)
          .orderBy('position', 'desc')
          .limit(pageSize)
          .execute()
        const last = page.at(-1)
        if (!last) break
        for (const { import_id, position, ...row } of page) {
          const made = { resource: row.resource, id: row.record_id, before: row.before ?? null }
          if (await undoOne(context, kindOf.get(import_id) as StoredImport['kind'], made))
            await db
              .deleteFrom('import_records')
              .where('import_id', '=', import_id)
              .where('position', '=', position)
              .execute()
        }
        before = last.position
        done += page.length
        await reportUndone(base, stored.id, done)
      }
      await db
        .updateTable('imports')
        .set({ state: 'undone', undone_at: sql`now()`, refusal: null })
        .where('id', 'in', [stored.id, ...ids])
        .execute()
    })
  } catch (error) {
    await failRun(base, stored.id, error, 'committed')
    throw error
  }
}

/** Answers whether nothing of it is left. */
async function undoOne(context: Context, kind: StoredImport['kind'], made: Made): Promise<boolean> {
  const { undo } = rulesOf[kind]
  if (!masters.has(importKindOf(kind).group)) {
    await takeBack(context, made, undo)
    return true
  }
  try {
    await context.db.savepoint((db) => undo({ ...context, db }, made))
    return true
  } catch (error) {
    if (!(await retireMaster(context, made))) throw error
    return false
  }
}
