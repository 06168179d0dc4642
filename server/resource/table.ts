import { sql } from 'kysely'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/db/schema.ts'
import type { TenantDatabase } from '#server/db/tenant/transaction.ts'
import type { AnyQuery } from './list.ts'

type Values = Record<string, unknown>
type TableName = keyof Database
// biome-ignore lint/suspicious/noExplicitAny: one handle for whichever table the resource stands on
type AnyTable = any

/** The row, or 404: a stranger's id and a missing one are the same to the asker. */
export async function findRow(query: AnyQuery): Promise<Values> {
  const row = await query.executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row as Values
}

export async function insertRow(db: TenantDatabase, table: TableName, values: Values): Promise<number> {
  const row = await (db as AnyTable).insertInto(table).values(values).returning('id').executeTakeFirstOrThrow()
  return row.id
}

/** Writes the row and counts its version up; 409 where the editor had an older one in hand. */
export async function updateRow(
  db: TenantDatabase,
  table: TableName,
  id: number,
  values: Values,
  version: number | undefined,
): Promise<void> {
  const { version: current } = await lockRow(db, table, id)
  if (version !== undefined && version !== current) throw new Refusal('stale_version')
  await (db as AnyTable)
    .updateTable(table)
    .set({ ...values, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

/** Removes the row; the foreign keys refuse while anything refers to it (`in_use`). */
export async function deleteRow(context: Context, table: TableName, id: number): Promise<void> {
  await lockRow(context.db, table, id)
  await (context.db as AnyTable).deleteFrom(table).where('id', '=', id).execute()
}

async function lockRow(db: TenantDatabase, table: TableName, id: number): Promise<{ version: number }> {
  const row = await (db as AnyTable)
    .selectFrom(table)
    .select('version')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}
