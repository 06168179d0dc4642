import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'

/** A record before an import changed it. Refused if it was changed again later. */
export async function restorable<ImportBody>(
  { db }: Context,
  table: 'parties' | 'products' | 'accounts' | 'cost_centers',
  id: number,
  before: unknown,
): Promise<ImportBody> {
  const { version, ...body } = before as { version: number }
  const row = await db.selectFrom(table).select('version').where('id', '=', id).executeTakeFirst()
  if (row?.version !== version) throw new Refusal('stale_version')
  return body as ImportBody
}
