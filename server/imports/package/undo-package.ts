import { sql } from 'kysely'
import { importKindOf } from '#contract/imports/import-kinds.ts'
import type { Context } from '#server/core/context.ts'
import { inTenant } from '#server/db/tenant/transaction.ts'
import type { Made } from '../kinds/import-kind.ts'
import { rulesOf } from '../kinds/rules-of.ts'
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
      for (let done = 0; ; ) {
        const page = await db
          .selectFrom('import_records')
          .selectAll()
          .where('import_id', 'in', ids)
          .orderBy('position', 'desc')
          .limit(pageSize)
          .execute()
        const last = page.at(-1)
        if (!last) break
        for (const { import_id, resource, record_id, before } of page) {
          const made = { resource, id: record_id, before: before ?? null }
          await undoOne(context, kindOf.get(import_id) as StoredImport['kind'], made)
        }
        await db
          .deleteFrom('import_records')
          .where('import_id', 'in', ids)
          .where('position', '>=', last.position)
          .execute()
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

async function undoOne(context: Context, kind: StoredImport['kind'], made: Made): Promise<void> {
  const { undo } = rulesOf[kind]
  if (!masters.has(importKindOf(kind).group)) return takeBack(context, made, undo)
  try {
    await context.db.savepoint((db) => undo({ ...context, db }, made))
  } catch (error) {
    if (!(await retireMaster(context, made))) throw error
  }
}
