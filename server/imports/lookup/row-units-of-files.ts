import { decimal, parseDecimal } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { foldWord } from '#server/reading/values/words.ts'
import type { ImportBody } from '../kinds/import-kind.ts'

type Unit = { id: number; content: string; names: ReadonlySet<string>; own: ReadonlySet<string> }

/** Units of products as files write them: "Carton", or "Carton (12)" where a product has several of the name. */
export async function unitsOfRows({ db }: Context) {
  const rows = await db
    .selectFrom('product_units')
    .innerJoin('units', 'units.id', 'product_units.unit_id')
    .innerJoin('products', 'products.id', 'product_units.product_id')
    .innerJoin('units as own', 'own.id', 'products.unit_id')
    .select(['product_units.id', 'product_units.product_id', 'product_units.content'])
    .select(['units.code', 'units.name', 'units.name_en'])
    .select(['own.code as own_code', 'own.name as own_name', 'own.name_en as own_name_en'])
    .orderBy('product_units.id')
    .execute()
  const units = rows.map((row) => ({
    id: row.id,
    product_id: row.product_id,
    content: row.content,
    names: wordsOf(row.code, row.name, row.name_en),
    own: wordsOf(row.own_code, row.own_name, row.own_name_en),
  }))
  const byProduct = Map.groupBy(units, ({ product_id }) => product_id)
  return {
    /** What a row of a file says of its unit; a word that is no unit of its product is refused by the call. */
    of: ({ product_id, product_unit_id: cell }: ImportBody): { product_unit_id?: number | string | null } => {
      const known = byProduct.get(product_id as number)
      // Of a product without further units a file may write its own in any word.
      if (!known || typeof cell !== 'string') return {}
      return { product_unit_id: unitOf(known, cell) }
    },
  }
}
export type UnitsOfRows = Awaited<ReturnType<typeof unitsOfRows>>

const wordsOf = (...names: readonly (string | null)[]) =>
  new Set(names.map((name) => foldWord(name ?? '')).filter((word) => word !== ''))

/** null is the product's own unit. */
function unitOf(units: readonly Unit[], cell: string): number | string | null {
  const [, name = cell, content] = /^(.*?)\s*\(([^()]+)\)\s*$/.exec(cell) ?? []
  if (units[0]?.own.has(foldWord(cell))) return null
  const figure = content === undefined ? null : parseDecimal(content)
  const named = units.filter((unit) => unit.names.has(foldWord(name)))
  const found = figure === null ? named : named.filter((unit) => decimal(unit.content).eq(figure))
  return found.length === 1 ? (found[0]?.id ?? cell) : cell
}
