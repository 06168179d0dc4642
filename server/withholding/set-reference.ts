import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'

/** The authority's number for what was filed. An empty value removes it. */
export async function setWithholdingReference(
  { db }: Context,
  id: number,
  authority_reference: string | null,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('withholding_periods')
    .set({ authority_reference })
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('not_found')
}
