import { sql } from 'kysely'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { inTenant } from '#server/db/tenant/transaction.ts'
import { databaseRefusal } from '#server/http/database-errors.ts'
import { refuseEdited, tableOf } from './edited-since.ts'
import type { Made } from './kinds/import-kind.ts'
import { rulesOf } from './rules-of.ts'
import { takeTurn } from './run-import.ts'
import { failRun, reportUndone } from './run-progress.ts'
import type { StoredImport } from './stored-import.ts'

const pageSize = 500

/** Undoes an import in reverse order, by the rules for removing a record; all or nothing, in one transaction. */
export async function undoImport(base: Context, stored: StoredImport): Promise<void> {
  const rules = rulesOf[stored.kind]
  if (rules.undoneWithPackage) throw new Refusal('import_not_undone_alone')
  const { pool } = base.services
  try {
    await inTenant(pool, base.session.organization_id, 'write', async (db) => {
      const context = { ...base, db }
      await takeTurn(context, stored.id)
      await refuseEdited(db, context.session.organization_id, [stored.id])
      let done = 0
      for (;;) {
        const page = await db
          .selectFrom('import_records')
          .select(['position', 'resource', 'record_id', 'before'])
          .where('import_id', '=', stored.id)
          .orderBy('position', 'desc')
          .limit(pageSize)
          .execute()
        const last = page.at(-1)
        if (!last) break
        for (const { resource, record_id, before } of page)
          await takeBack(context, { resource, id: record_id, before: before ?? null }, rules.undo)
        await db
          .deleteFrom('import_records')
          .where('import_id', '=', stored.id)
          .where('position', '>=', last.position)
          .execute()
        done += page.length
        await reportUndone(base, stored.id, done)
      }
      await db
        .updateTable('imports')
        .set({ state: 'undone', undone_at: sql`now()`, refusal: null })
        .where('id', '=', stored.id)
        .execute()
    })
  } catch (error) {
    await failRun(base, stored.id, error, 'committed')
    throw error
  }
}

/** Records that others depend on, or that were changed or deleted later, are not undone. */
export async function takeBack(
  context: Context,
  made: Made,
  undo: (context: Context, made: Made) => Promise<void>,
): Promise<void> {
  try {
    await undo(context, made)
  } catch (error) {
    const refusal = error instanceof Refusal ? error : databaseRefusal(error)
    if (!refusal || refusal.status >= 500) throw error
    throw new Refusal('import_built_upon', { params: { name: await nameOf(context, made) } })
  }
}

/** Read aside: the transaction may have failed. */
async function nameOf({ services, session }: Context, { resource, id }: Made): Promise<string> {
  const table = tableOf[resource]
  if (!table) return String(id)
  const row = await inTenant(services.pool, session.organization_id, 'read', (db) =>
    db.selectFrom(table).select('name').where('id', '=', id).executeTakeFirst(),
  )
  return row?.name ?? String(id)
}
