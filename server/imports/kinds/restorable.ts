import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'

type Restorable =
  | 'parties'
  | 'products'
  | 'accounts'
  | 'cost_centers'
  | 'branches'
  | 'units'
  | 'product_categories'
  | 'taxes'
  | 'payment_methods'
  | 'asset_classes'
  | 'forecast_rows'
  | 'places'

/** A record before an import changed it. Refused if it was changed again later. */
export async function restorable<ImportBody>(
  { db }: Context,
  table: Restorable,
  id: number,
  before: unknown,
): Promise<ImportBody> {
  const { version, ...body } = before as { version: number }
  const row = await db
    .selectFrom(table as 'parties')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirst()
  if (row?.version !== version) throw new Refusal('stale_version')
  return body as ImportBody
}
