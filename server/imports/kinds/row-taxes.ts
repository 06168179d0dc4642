import { decimal } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { readFigure } from '../values/figures.ts'
import { nameIndex } from './name-index.ts'

export type RowTaxes = Awaited<ReturnType<typeof rowTaxes>>
const mark = 'tax '

/** The tax of a row is a rate as it is written, or the name of a tax: zero rates differ in the return. */
export async function rowTaxes({ db }: Context) {
  const taxes = await db
    .selectFrom('taxes')
    .select(['id', 'rate', 'name', 'name_en', 'reverse_charge'])
    .where('status', '=', 'active')
    .orderBy('id')
    .execute()
  const names = nameIndex(taxes.map((tax) => [tax.id, tax.name, tax.name_en] as const))
  const ofRate = (rate: string) => taxes.find((tax) => !tax.reverse_charge && decimal(tax.rate).eq(decimal(rate)))?.id
  const read = (cell: string): string | undefined => {
    const id = names.find(cell)
    return readFigure(cell) ?? (id === undefined ? undefined : `${mark}${id}`)
  }
  const of = (said: unknown): { rate: string; id: number | undefined } => {
    const named = taxes.find(({ id }) => `${mark}${id}` === said)
    const rate = named ? (named.reverse_charge ? '0' : named.rate) : String(said ?? '0')
    return { rate, id: named?.id ?? ofRate(rate) }
  }
  return { read, of }
}
