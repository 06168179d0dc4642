import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { lockOpen } from './map-import.ts'
import { partsOf } from './stored-import.ts'

/** An import without records is deleted with its rows; one with records stays listed. */
export async function removeImport(context: Context, id: number): Promise<void> {
  const { db } = context
  const { package_id } = await lockOpen(context, id)
  if (package_id !== null) throw new Refusal('import_of_package')
  const ids = [...(await partsOf(context, id)).map((part) => part.id), id]
  for (const table of ['import_rows', 'import_files'] as const)
    await db.deleteFrom(table).where('import_id', 'in', ids).execute()
  for (const one of ids) await db.deleteFrom('imports').where('id', '=', one).execute()
}
