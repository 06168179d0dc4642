import type { Context } from '#server/core/context.ts'
import { taxWords } from './tax-words.ts'

export type RowTaxes = Awaited<ReturnType<typeof rowTaxes>>

/** What a cell of a tax means, by the taxes that are in use. */
export async function rowTaxes({ db }: Context) {
  const taxes = await db
    .selectFrom('taxes')
    .select(['id', 'rate', 'name', 'name_en', 'reverse_charge', 'treatment'])
    .where('status', '=', 'active')
    .orderBy('id')
    .execute()
  const { find, taxOf } = taxWords(taxes)
  return { read: find, of: taxOf }
}
