import { sql } from 'kysely'
import type { Context } from '#server/core/context.ts'

type UnitName = { code: string; name: string; name_en: string | null }
export type FurtherUnit = UnitName & { id: number; content: string }
export type UnitsOfProduct = { own: UnitName; further: readonly FurtherUnit[] }

/** The unit that a row states: null is its product's own. `asked`: the paper names one that is not exactly one of them. */
export type PaperUnit = FurtherUnit | null | 'asked'

/**
 * The unit of its product that a row of a paper names, by its code or its name. It is never guessed: where none of a product's units is
 * named so, or several are, a person chooses it. Of a product without further units any word is its own unit (decision 0256).
 */
export function unitOfPaperRow(named: string | null | undefined, product: UnitsOfProduct | undefined): PaperUnit {
  if (!named || !product || product.further.length === 0) return null
  const fits = (unit: UnitName) =>
    [unit.code, unit.name, unit.name_en ?? ''].some((word) => plain(word) === plain(named))
  if (fits(product.own)) return null
  const [found, ...others] = product.further.filter(fits)
  return found && others.length === 0 ? found : 'asked'
}

const plain = (word: string) => word.trim().toUpperCase()

/** The own unit of some products, and the further ones that are used. */
export async function unitsOfProducts(
  { db, session }: Context,
  ids: readonly number[],
): Promise<ReadonlyMap<number, UnitsOfProduct>> {
  if (ids.length === 0) return new Map()
  const own = session.organization_id
  const { rows } = await sql<UnitsOfProduct & { id: number }>`
    SELECT product.id, json_build_object('code', unit.code, 'name', unit.name, 'name_en', unit.name_en) AS own,
      coalesce((SELECT json_agg(json_build_object('id', further.id, 'content', further.content::text, 'code', other.code, 'name', other.name,
          'name_en', other.name_en) ORDER BY further.id)
        FROM product_units AS further
        JOIN units AS other ON other.organization_id = ${own} AND other.id = further.unit_id
        WHERE further.organization_id = ${own} AND further.product_id = product.id AND further.status = 'active'), '[]'::json) AS further
    FROM products AS product
    JOIN units AS unit ON unit.organization_id = ${own} AND unit.id = product.unit_id
    WHERE product.organization_id = ${own} AND product.id = ANY (${[...new Set(ids)]}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, ...units }) => [id, units]))
}
