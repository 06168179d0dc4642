import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'

/** The authority's number for the filed return. An empty value removes it. */
export async function setAuthorityReference(
  { db }: Context,
  id: number,
  authority_reference: string | null,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('vat_periods')
    .set({ authority_reference })
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('not_found')
}
