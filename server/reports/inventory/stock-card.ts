import { sql } from 'kysely'
import type { z } from 'zod'
import type { reports } from '#contract/reports/reports.ts'
import type { SheetInput, SheetRow } from '#contract/reports/sheet.ts'
import { addDays } from '#ledger/calendar/calendar.ts'
import { type Decimal, decimal, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { requireRows } from '#server/core/references.ts'
import { recordedBy } from '#server/journal/as-recorded.ts'
import { beside, sourceKind, sourceNumbers } from '../account-statement/statement-rows.ts'
import { readCursor, spellCursor } from '../account-statement/statement-scope.ts'
import { daysOf } from '../framework/date-range.ts'
import { entryLabel, sourceLink } from '../framework/entry-words.ts'
import { column, forwardedFilters, named, sheetOf, withLeadingColumns, word } from '../framework/sheet.ts'

type Query = z.output<(typeof reports.stockCard)['calls']['show']['query']>
type Move = {
  move_date: string
  sequence: number
  move_kind: string
  quantity: string
  value: string
  quantity_after: string
  value_after: string
  entry_number: number | null
  kind: string | null
  source: string | null
  source_kind: string | null
  source_id: number | null
  number: string | null
}

/** Every movement of a product's stock with what it left, quantity and value, by date (accounting rule 5.11). */
export async function showStockCard(context: Context, query: Query, limit: number): Promise<SheetInput> {
  const { from, to } = await daysOf(context, query)
  const scope = { ...query, from, to }
  const [, product, found, sums] = await Promise.all([
    requireRows(context.db, { product_id: ['products', query.product_id] }),
    context.db
      .selectFrom('products')
      .select(['name', 'name_en', 'code'])
      .where('id', '=', query.product_id)
      .executeTakeFirst(),
    movesOf(context, scope, limit + 1),
    sumsOf(context, scope),
  ])
  const last = found[limit - 1]
  const next = found.length > limit && last ? last : null
  const moves = found.slice(0, limit)
  const first = moves[0]
  const carried = first
    ? {
        quantity: decimal(first.quantity_after).minus(first.quantity),
        value: decimal(first.value_after).minus(first.value),
      }
    : { quantity: decimal(sums.quantity), value: decimal(sums.value) }
  const begun = boundary(query.after ? 'carried' : 'opening', carried)
  const before = {
    to: 'stock_card',
    query: {
      product_id: query.product_id,
      to: addDays(from, -1),
      ...forwardedFilters({ as_known_at: query.as_known_at }),
    },
  }
  const links = Object.fromEntries(Object.keys(begun.figures).map((key) => [key, before]))
  const rows = [query.after ? begun : { ...begun, links }, ...moves.map(moveRow)]
  const end = boundary('closing', { quantity: decimal(sums.quantity), value: decimal(sums.value) })
  const total: SheetRow = { ...end, style: 'total', figures: { ...end.figures, ...sums.moved } }
  return sheetOf({ from, to }, columns, next ? rows : [...rows, total], {
    subject: product ? { ...named(product), code: product.code } : null,
    next: next && spellCursor({ date: next.move_date, entry_id: next.sequence, line_number: 0 }),
  })
}

const sides = ['stock_in', 'stock_out', 'stock_balance'] as const
const columns = withLeadingColumns(
  ['stock_balance_quantity', 'stock_balance_value'],
  [
    column('date', 'date'),
    column('entry', 'label'),
    ...sides.flatMap((side) => [
      column(`${side}_quantity`, 'quantity', { label: word('columns.quantity'), group: word(`columns.${side}`) }),
      column(`${side}_value`, 'amount', { label: word('columns.value'), group: word(`columns.${side}`) }),
    ]),
  ],
)

function moveRow(move: Move): SheetRow {
  // A change of value alone is listed on the side its value moved to.
  const isOut = decimal(move.quantity).eq(0) ? decimal(move.value).lt(0) : decimal(move.quantity).lt(0)
  const side = isOut ? 'stock_out' : 'stock_in'
  const sign = isOut ? -1 : 1
  return {
    key: `move:${move.sequence}`,
    style: 'line',
    level: 1,
    texts: { date: move.move_date },
    label:
      move.kind === null || move.entry_number === null
        ? word(`moves.${move.move_kind}`)
        : entryLabel({ kind: move.kind, source: move.source, number: move.number, entry_number: move.entry_number }),
    figures: {
      [`${side}_quantity`]: text(decimal(move.quantity).times(sign)),
      [`${side}_value`]: text(decimal(move.value).times(sign)),
      stock_balance_quantity: move.quantity_after,
      stock_balance_value: move.value_after,
    },
    link: sourceLink(move),
  }
}

const boundary = (key: string, { quantity, value }: { quantity: Decimal; value: Decimal }): SheetRow => ({
  key,
  style: 'group',
  level: 1,
  label: word(`lines.${key}`),
  texts: {},
  figures: { stock_balance_quantity: text(quantity), stock_balance_value: text(value) },
})

type Scope = Query & { from: string; to: string }

/** Balances run by date: a move entered later for an earlier day is in its day. */
async function movesOf({ db, session }: Context, scope: Scope, limit: number): Promise<Move[]> {
  const organization = session.organization_id
  const cursor = scope.after ? readCursor(scope.after) : null
  const { rows } = await sql<Move>`
    WITH moves AS (
      SELECT move_date, sequence, kind AS move_kind, quantity, value, entry_id,
        sum(quantity) OVER by_date AS quantity_after, sum(value) OVER by_date AS value_after
      FROM stock_moves WHERE organization_id = ${organization} AND product_id = ${scope.product_id} AND move_date <= ${scope.to}::date
        ${recordedBy(scope.as_known_at, sql`created_at`)}
      WINDOW by_date AS (ORDER BY move_date, sequence)),
    page AS MATERIALIZED (
      SELECT * FROM moves WHERE move_date >= ${scope.from}::date
        AND (move_date, sequence) > (${cursor?.date ?? '0001-01-01'}::date, ${cursor?.entry_id ?? 0}::bigint)
      ORDER BY move_date, sequence LIMIT ${limit})
    SELECT page.*, entry.entry_number, entry.kind, entry.source, ${sourceKind} AS source_kind, entry.source_id, coalesce(document.number, payment.number, manual.number) AS number
    FROM page
    ${beside('journal_entries', 'entry', organization, sql`page.entry_id`)}
    ${sourceNumbers(organization)}
    ORDER BY page.move_date, page.sequence`.execute(db)
  return rows
}

type Sums = { quantity: string; value: string; moved: Record<`stock_${'in' | 'out'}_${'quantity' | 'value'}`, string> }

/** The stock at the end, and receipts and issues in the range. A change of value alone keeps its sign. */
async function sumsOf({ db, session }: Context, { product_id, from, to, as_known_at }: Scope): Promise<Sums> {
  const within = sql`move_date >= ${from}::date`
  const isOut = sql`(quantity < 0 OR (quantity = 0 AND value < 0))`
  const { rows } = await sql<Omit<Sums, 'moved'> & Sums['moved']>`
    SELECT coalesce(sum(quantity), 0) AS quantity, coalesce(sum(value), 0) AS value,
      coalesce(sum(quantity) FILTER (WHERE ${within} AND NOT ${isOut}), 0) AS stock_in_quantity,
      coalesce(sum(value) FILTER (WHERE ${within} AND NOT ${isOut}), 0) AS stock_in_value,
      coalesce(-sum(quantity) FILTER (WHERE ${within} AND ${isOut}), 0) AS stock_out_quantity,
      coalesce(-sum(value) FILTER (WHERE ${within} AND ${isOut}), 0) AS stock_out_value
    FROM stock_moves
    WHERE organization_id = ${session.organization_id} AND product_id = ${product_id} AND move_date <= ${to}::date
      ${recordedBy(as_known_at, sql`created_at`)}`.execute(db)
  const { quantity, value, ...moved } = rows[0] as Omit<Sums, 'moved'> & Sums['moved']
  return { quantity, value, moved }
}
