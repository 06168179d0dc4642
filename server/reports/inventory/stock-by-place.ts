import { sql } from 'kysely'
import type { z } from 'zod'
import type { reports } from '#contract/reports/reports.ts'
import type { SheetInput, SheetRow } from '#contract/reports/sheet.ts'
import { type Decimal, decimal, split, sum, text, zero } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { keepsPlace } from '#server/core/kept-places.ts'
import { loadAccounts } from '#server/journal/accounts.ts'
import { stockOfPlaces } from '#server/places/stock-of-places.ts'
import { beside } from '../account-statement/statement-rows.ts'
import { column, named, sheetOf, withLeadingColumns, word } from '../framework/sheet.ts'
import { accountBalanceAt } from '../receivables/open-items-from-lines.ts'

type Query = z.output<(typeof reports.stockByPlace)['calls']['show']['query']>
type NamedPlace = { name: string; name_en: string | null }
type Placed = NamedPlace & {
  product_id: number
  code: string
  unit: string
  unit_en: string | null
  place_id: number
  place: NamedPlace
  is_main: boolean
  quantity: string
  pool_value: string
}
type Valued = Placed & { value: Decimal }

/**
 * What each place has at the end of a day. A place has the share of the pool's value that its quantity is, so that all places come to the
 * inventory account (accounting rule 2.1-15).
 */
export async function showStockByPlace(context: Context, query: Query): Promise<SheetInput> {
  const to = query.to ?? context.today
  const account_id = (await loadAccounts(context)).idOf('INV')
  const [placed, booked] = await Promise.all([
    stockAt(context, to),
    accountBalanceAt(context, to, undefined, [account_id]),
  ])
  const { decimals } = context.session.organization
  const rows = [...Map.groupBy(placed, ({ product_id }) => product_id).values()]
    .flatMap((own) => shares(own, decimals))
    .filter(({ place_id, is_main }) => keepsPlace(context.session, is_main ? null : place_id))
  const groups = [...Map.groupBy(rows, ({ place_id }) => place_id).values()].filter((own) => own.length > 0)
  const value = sum(rows.map((row) => row.value))
  const total: SheetRow = {
    key: 'total',
    style: 'total',
    level: 1,
    label: word('lines.total'),
    texts: {},
    figures: { value: text(value) },
  }
  const all = groups.toSorted((one, other) => placeOrder(one) - placeOrder(other)).flatMap(rowsOfPlace)
  // A keeper sees a part of the account.
  const isPart = groups.length === 0 || context.session.places !== null
  const difference = isPart ? '0' : text(value.minus(booked))
  return sheetOf({ to }, columns, all.length === 0 ? [] : [...all, total], { difference })
}

const placeOrder = ([first]: readonly Valued[]): number => first?.place_id ?? 0

function rowsOfPlace(own: readonly Valued[]): SheetRow[] {
  const [{ place_id, place }] = own as [Valued]
  const lines = own.map(
    (row): SheetRow => ({
      key: `place:${place_id}:${row.product_id}`,
      style: 'line',
      level: 2,
      label: named(row),
      texts: { code: row.code, place: place, unit: { name: row.unit, name_en: row.unit_en } },
      figures: { quantity: row.quantity, value: text(row.value) },
      link: { to: 'stock_card', query: { product_id: row.product_id } },
    }),
  )
  const subtotal: SheetRow = {
    key: `place:${place_id}`,
    style: 'subtotal',
    level: 1,
    label: named(place),
    texts: {},
    figures: { value: text(sum(own.map((row) => row.value))) },
  }
  return [...lines, subtotal]
}

/** Split by quantity: the parts come to the value of the pool. */
function shares(own: readonly Placed[], decimals: number): Valued[] {
  const quantities = own.map(({ quantity }) => decimal(quantity))
  const value = decimal(own[0]?.pool_value ?? '0')
  const parts = sum(quantities).eq(0)
    ? own.map((_, index) => (index === 0 ? value : zero))
    : split(value, quantities, decimals)
  return own
    .map((row, index) => ({ ...row, value: parts[index] ?? zero }))
    .filter((row) => !decimal(row.quantity).eq(0) || !row.value.eq(0))
}

const columns = withLeadingColumns(
  ['quantity', 'value'],
  [
    column('code', 'code'),
    column('product', 'label'),
    column('place', 'text'),
    column('unit', 'text'),
    column('quantity', 'quantity'),
    column('value', 'amount'),
  ],
)

/** Of an organization with places; of others there is nothing to say by place. */
async function stockAt({ db, session }: Context, day: string): Promise<Placed[]> {
  const own = session.organization_id
  const { rows } = await sql<Placed>`
    SELECT product.id AS product_id, product.code, product.name, product.name_en, unit.name AS unit, unit.name_en AS unit_en,
      place.id AS place_id, place.is_main, json_build_object('name', place.name, 'name_en', place.name_en) AS place, stock.quantity, stock.pool_value
    FROM (${stockOfPlaces(own, day)}) AS stock
    JOIN places AS place ON place.organization_id = ${own}
      AND CASE WHEN stock.place_id IS NULL THEN place.is_main ELSE place.id = stock.place_id END
    ${beside('products', 'product', own, sql`stock.product_id`)}
    JOIN units AS unit ON unit.organization_id = ${own} AND unit.id = product.unit_id
    ORDER BY place.is_main DESC, place.id, product.code, product.id`.execute(db)
  return rows
}
