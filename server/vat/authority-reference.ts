import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'

/** The number that the authority gave the return when it was filed there; empty where there is none after all. */
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
