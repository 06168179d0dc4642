import { sql } from 'kysely'
import type { z } from 'zod'
import type { reports } from '#contract/reports/reports.ts'
import type { SheetInput, SheetRow } from '#contract/reports/sheet.ts'
import { daysBetween } from '#ledger/calendar/calendar.ts'
import { type Decimal, decimal, split, sum, text, zero } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { isTransferOfKeeper } from '#server/core/kept-places.ts'
import { column, named, sheetOf, withLeadingColumns, word } from '../framework/sheet.ts'
import { valuedPlaces } from './valued-places.ts'

type Query = z.output<(typeof reports.goodsInTransit)['calls']['show']['query']>
type BilingualName = { name: string; name_en: string | null }
type TransitRow = {
  id: number
  number: string
  transfer_date: string
  line_number: number
  from_place: BilingualName
  to_place: BilingualName
  product_id: number
  product: BilingualName
  unit: BilingualName
  quantity: string
}

/**
 * What was sent and had neither arrived nor gone back at the end of a day, the oldest first. Together the rows have the value of the place
 * in transit in the report by place (decision 0255); a keeper sees those of his places.
 */
export async function showGoodsInTransit(context: Context, query: Query): Promise<SheetInput> {
  const to = query.to ?? context.today
  const all = await onTheWay(context, to)
  const values = all.length === 0 ? new Map<string, Decimal>() : await valuesOf(context, to, all)
  const seen = await seenTransfers(context, all)
  const rows = all.filter(({ id }) => seen.has(id))
  const shareOf = (row: TransitRow) => values.get(keyOf(row)) ?? zero
  const lines = rows.map(
    (row): SheetRow => ({
      key: `transit:${keyOf(row)}`,
      style: 'line',
      level: 1,
      label: { name: row.number, name_en: row.number },
      texts: {
        date: row.transfer_date,
        from_place: named(row.from_place),
        to_place: named(row.to_place),
        product: named(row.product),
        unit: named(row.unit),
      },
      figures: {
        days: String(daysBetween(row.transfer_date, to)),
        quantity: row.quantity,
        value: text(shareOf(row)),
      },
      link: { to: 'stock_transfer', query: { id: row.id } },
    }),
  )
  const total: SheetRow = {
    key: 'total',
    style: 'total',
    level: 1,
    label: word('lines.total'),
    texts: {},
    figures: { value: text(sum(rows.map(shareOf))) },
    link: null,
  }
  return sheetOf({ to }, columns, lines.length === 0 ? [] : [...lines, total])
}

const keyOf = ({ id, product_id }: TransitRow): string => `${id}:${product_id}`

const columns = withLeadingColumns(
  ['quantity', 'value'],
  [
    column('entry', 'label'),
    column('date', 'date'),
    column('days', 'count'),
    column('from_place', 'text'),
    column('to_place', 'text'),
    column('product', 'text'),
    column('unit', 'text'),
    column('quantity', 'quantity'),
    column('value', 'amount', { query: {} }),
  ],
)

/** The value of the place in transit, split by what each sending has of it. */
async function valuesOf(context: Context, day: string, rows: readonly TransitRow[]): Promise<Map<string, Decimal>> {
  const { decimals } = context.session.organization
  const places = await valuedPlaces(context, day)
  const held = new Map(places.filter(({ is_transit }) => is_transit).map((row) => [row.product_id, row.value]))
  const values = new Map<string, Decimal>()
  for (const [product, own] of Map.groupBy(rows, ({ product_id }) => product_id)) {
    const parts = split(
      held.get(product) ?? zero,
      own.map(({ quantity }) => decimal(quantity)),
      decimals,
    )
    for (const [index, row] of own.entries()) values.set(keyOf(row), parts[index] ?? zero)
  }
  return values
}

async function seenTransfers({ db, session }: Context, rows: readonly TransitRow[]): Promise<ReadonlySet<number>> {
  const ids = new Set(rows.map(({ id }) => id))
  if (session.places === null || ids.size === 0) return ids
  const seen = db
    .selectFrom('stock_transfers')
    .select('id')
    .where('id', 'in', [...ids])
  return new Set((await seen.where(isTransferOfKeeper(session)).execute()).map(({ id }) => id))
}

async function onTheWay({ db, session }: Context, day: string): Promise<TransitRow[]> {
  const own = session.organization_id
  const named = (row: string) =>
    sql`json_build_object('name', ${sql.ref(`${row}.name`)}, 'name_en', ${sql.ref(`${row}.name_en`)})`
  const { rows } = await sql<TransitRow>`
    SELECT sent.id, sent.number, sent.transfer_date, line.line_number, line.product_id, ${named('origin')} AS from_place, ${named('target')} AS to_place,
      ${named('product')} AS product, ${named('unit')} AS unit, (line.quantity::numeric - arrived.quantity)::text AS quantity
    FROM (SELECT id, number, transfer_date, from_place_id, target_place_id FROM stock_transfers
      WHERE organization_id = ${own} AND target_place_id IS NOT NULL AND state <> 'void' AND transfer_date <= ${day}::date OFFSET 0) AS sent
    JOIN stock_transfer_lines AS line ON line.organization_id = ${own} AND line.stock_transfer_id = sent.id
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(part.quantity::numeric), 0) AS quantity FROM stock_transfers AS receipt
      JOIN stock_transfer_lines AS part ON part.organization_id = ${own} AND part.stock_transfer_id = receipt.id AND part.product_id = line.product_id
      WHERE receipt.organization_id = ${own} AND receipt.source_transfer_id = sent.id AND receipt.state <> 'void'
        AND receipt.transfer_date <= ${day}::date OFFSET 0) AS arrived
    JOIN places AS origin ON origin.organization_id = ${own} AND origin.id = sent.from_place_id
    JOIN places AS target ON target.organization_id = ${own} AND target.id = sent.target_place_id
    JOIN products AS product ON product.organization_id = ${own} AND product.id = line.product_id
    JOIN units AS unit ON unit.organization_id = ${own} AND unit.id = product.unit_id
    WHERE line.quantity::numeric > arrived.quantity
    ORDER BY sent.transfer_date, sent.id, line.line_number`.execute(db)
  return rows
}
