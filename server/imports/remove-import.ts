import type { Context } from '#server/core/context.ts'
import { lockOpen } from './map-import.ts'

/** An import without records is deleted with its rows; one with records stays listed. */
export async function removeImport(context: Context, id: number): Promise<void> {
  const { db } = context
  await lockOpen(context, id)
  for (const table of ['import_rows', 'import_files'] as const)
    await db.deleteFrom(table).where('import_id', '=', id).execute()
  await db.deleteFrom('imports').where('id', '=', id).execute()
}
