import { sql } from 'kysely'
import type { z } from 'zod'
import { importKindOf } from '#contract/imports/import-kinds.ts'
import type { ImportMapping, importCalls } from '#contract/imports/imports.ts'
import type { FieldErrors } from '#contract/issues.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { headsHash } from './create-import.ts'
import { type StoredImport, storedImport } from './stored-import.ts'

/** Says which column is which, and remembers it for the next file of these heads. */
export async function mapImport(
  context: Context,
  id: number,
  body: z.output<typeof importCalls.map.body>,
): Promise<void> {
  const stored = await lockOpen(context, id, body.version)
  const mapping = body.mapping === undefined ? (stored.mapping as ImportMapping) : checked(stored, body.mapping)
  const layout = {
    mapping: JSON.stringify(mapping),
    meanings: JSON.stringify(body.values ?? stored.meanings),
    options: JSON.stringify(body.options ?? stored.options),
  }
  await context.db
    .updateTable('imports')
    .set({ ...layout, state: 'mapped', version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
  await context.db
    .insertInto('import_layouts')
    .values({ kind: stored.kind, heads_hash: headsHash(stored.heads as string[]), ...layout })
    .onConflict((conflict) => conflict.columns(['organization_id', 'kind', 'heads_hash']).doUpdateSet(layout))
    .execute()
}

/** An import that can still be changed: nothing works on it, and nothing was made of it. */
export async function lockOpen(context: Context, id: number, version?: number): Promise<StoredImport> {
  const stored = await storedImport(context, id, true)
  if (version !== undefined && version !== stored.version) throw new Refusal('stale_version')
  if (stored.isWorking) throw new Refusal('import_under_way')
  if (!['mapped', 'checked', 'checking', 'committing'].includes(stored.state)) throw new Refusal('import_finished')
  return stored
}

/** Each of our columns once, and only columns that the file has. */
function checked(stored: StoredImport, given: ImportMapping): ImportMapping {
  const keys = new Set(importKindOf(stored.kind).columns.map(({ key }) => key))
  const width = (stored.heads as string[]).length
  const errors: FieldErrors = {}
  for (const [index, { column, source }] of given.entries()) {
    if (!keys.delete(column)) errors[`mapping.${index}.column`] = { code: 'invalid_choice' }
    if (source >= width || source < -1) errors[`mapping.${index}.source`] = { code: 'invalid_choice' }
  }
  if (Object.keys(errors).length > 0) throw new Refusal('invalid_input', { errors })
  return [...given, ...[...keys].map((column) => ({ column, source: -1 }))]
}

/** A row of the file, corrected by the user. Its earlier findings are removed. */
export async function mendRow(
  context: Context,
  id: number,
  row_number: number,
  cells: readonly string[],
): Promise<void> {
  await lockOpen(context, id)
  const { numUpdatedRows } = await context.db
    .updateTable('import_rows')
    .set({ cells: JSON.stringify(cells), outcome: null, issues: '[]' })
    .where('import_id', '=', id)
    .where('row_number', '=', row_number)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('not_found')
  await context.db
    .updateTable('imports')
    .set({ state: 'mapped', version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}
