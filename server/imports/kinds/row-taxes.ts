import type { Context } from '#server/core/context.ts'
import { taxWords } from '#server/reading/values/tax-words.ts'
import { nameIndex } from './name-index.ts'

export type RowTaxes = Awaited<ReturnType<typeof rowTaxes>>

/** What a cell of a tax means, by the taxes that are in use. */
export async function rowTaxes({ db }: Context) {
  const taxes = await db
    .selectFrom('taxes')
    .select(['id', 'rate', 'name', 'name_en', 'reverse_charge', 'treatment'])
    .where('status', '=', 'active')
    .orderBy('id')
    .execute()
  const names = nameIndex(taxes.map((tax) => [tax.id, tax.name, tax.name_en] as const))
  const { find, taxOf } = taxWords(taxes, names.find)
  return { read: find, of: taxOf }
}
