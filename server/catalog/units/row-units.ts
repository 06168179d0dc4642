import type { FieldErrors } from '#contract/issues.ts'
import { inBaseUnit } from '#ledger/unit.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'

/** A row as it was sent: its quantity is in the unit that it names, or in the product's own. */
export type SentRow = { product_id: number; quantity: string } & UnitOfRow
/** What a row states once its unit is known: `quantity` is then in the product's own unit. */
export type UnitOfRow = {
  /** null: the product's own unit. */
  product_unit_id?: number | null | undefined
  unit_quantity?: string | null | undefined
  unit_content?: string | null | undefined
}
type NamedUnit = { id: number; product_id: number; content: string; status: string }

/** The quantity that a row states, which its price is for. */
export const statedQuantity = ({ quantity, unit_quantity }: { quantity: string } & UnitOfRow): string =>
  unit_quantity ?? quantity

/** The columns of a row that may state a unit. */
export const unitColumns = ({ product_unit_id, unit_quantity, unit_content }: UnitOfRow) =>
  unit_quantity
    ? { product_unit_id: product_unit_id ?? null, unit_quantity, unit_content: unit_content ?? null }
    : { product_unit_id: null, unit_quantity: null, unit_content: null }

/**
 * Rows with their quantity in the product's own unit, and what they state next to it. A unit of another product and a quantity that is not exact
 * are refused on their row; whether an inactive unit may be stated is for the record to say. Rows that are known already, such as stored ones,
 * stay as they are; rows without a unit ask nothing.
 */
export async function rowsInBaseUnit<Row extends SentRow>(
  context: Pick<Context, 'db'>,
  rows: readonly Row[],
  list = 'items',
): Promise<Row[]> {
  const units = await unitsOf(context, rows)
  return units.size === 0 && !rows.some(statesUnit) ? [...rows] : decideRowUnits(rows, units, list)
}

/** The same for a record that states active units only. */
export async function rowsInActiveUnit<Row extends SentRow>(
  context: Pick<Context, 'db'>,
  rows: readonly Row[],
): Promise<Row[]> {
  const units = await unitsOf(context, rows)
  const inactive = rows.flatMap(({ product_unit_id }, index) =>
    product_unit_id && units.get(product_unit_id)?.status === 'inactive'
      ? [[`items.${index}.product_unit_id`, { code: 'inactive_reference' }] as const]
      : [],
  )
  if (inactive.length > 0) throw new Refusal('invalid_input', { errors: Object.fromEntries(inactive) })
  return rows.some(statesUnit) ? decideRowUnits(rows, units, 'items') : [...rows]
}

const statesUnit = ({ product_unit_id, unit_quantity }: SentRow) => Boolean(product_unit_id) && !unit_quantity

async function unitsOf({ db }: Pick<Context, 'db'>, rows: readonly SentRow[]): Promise<Map<number, NamedUnit>> {
  const ids = rows.filter(statesUnit).flatMap(({ product_unit_id }) => product_unit_id ?? [])
  if (ids.length === 0) return new Map()
  const columns = ['id', 'product_id', 'content', 'status'] as const
  const found = await db.selectFrom('product_units').select(columns).where('id', 'in', ids).execute()
  return new Map(found.map((unit) => [unit.id, unit]))
}

/** The same from what is known. */
export function decideRowUnits<Row extends SentRow>(
  rows: readonly Row[],
  units: ReadonlyMap<number, NamedUnit>,
  list: string,
): Row[] {
  const errors: FieldErrors = {}
  const known = rows.map((row, index) => {
    if (!row.product_unit_id || row.unit_quantity) return row
    const unit = units.get(row.product_unit_id)
    const code = unitProblem(unit, row)
    if (code) errors[`${list}.${index}.product_unit_id`] = { code }
    return unit && !code ? inStatedUnit(row, unit.content, errors, `${list}.${index}.quantity`) : row
  })
  if (Object.keys(errors).length > 0) throw new Refusal('invalid_input', { errors })
  return known
}

/** A row whose quantity is in a unit with this content; what is not exact goes to `errors`. */
export function inStatedUnit<Row extends SentRow>(row: Row, content: string, errors: FieldErrors, field: string): Row {
  const quantity = inBaseUnit(row.quantity, content)
  if (quantity === null) {
    errors[field] = { code: 'unit_quantity_inexact' }
    return row
  }
  return { ...row, quantity, unit_quantity: row.quantity, unit_content: content }
}

function unitProblem(unit: NamedUnit | undefined, row: SentRow): string | null {
  if (!unit) return 'unknown_reference'
  return unit.product_id === row.product_id ? null : 'unit_of_other_product'
}
