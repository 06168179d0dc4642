import { sql } from 'kysely'
import type { z } from 'zod'
import type { reports } from '#contract/reports/reports.ts'
import type { SheetInput, SheetRow } from '#contract/reports/sheet.ts'
import { type Decimal, decimal, sum, text, zero } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { isKept } from '#server/core/kept-places.ts'
import { requireRows } from '#server/core/references.ts'
import { column, named, sheetOf, withLeadingColumns, word } from '../framework/sheet.ts'

type Query = z.output<(typeof reports.lotCard)['calls']['show']['query']>
type Names = { name: string; name_en: string | null }
type Move = {
  sequence: number
  move_date: string
  quantity: string
  place: Names | null
  party_id: number | null
  party: Names | null
  is_customer: boolean
  source_kind: string | null
  source_id: number | null
  number: string | null
  move_kind: string
}

/** The way of a batch or a serial number: where it came from, where it is, and which customers have it. A keeper sees what was in his places. */
export async function showLotCard(context: Context, query: Query): Promise<SheetInput> {
  const to = query.to ?? context.today
  const [, lot, moves] = await Promise.all([
    requireRows(context.db, { lot_id: ['lots', query.lot_id] }),
    context.db
      .selectFrom('lots')
      .innerJoin('products', 'products.id', 'lots.product_id')
      .select(['lots.number', 'products.name', 'products.name_en'])
      .where('lots.id', '=', query.lot_id)
      .executeTakeFirst(),
    movesOf(context, query.lot_id, to),
  ])
  let balance: Decimal = zero
  const rows = moves.map((move) => {
    balance = balance.plus(move.quantity)
    return moveRow(move, balance)
  })
  const total = { ...rowOf('total', 'total'), label: word('lines.total'), figures: { stock_balance: text(balance) } }
  const owners = customerRows(moves)
  return sheetOf({ to }, columns, rows.length === 0 ? [] : [...rows, total, ...owners], {
    subject: lot ? { name: lot.name, name_en: lot.name_en, code: lot.number } : null,
  })
}

const rowOf = (key: string, style: SheetRow['style']) => ({ key, style, level: 1, texts: {} }) as const

function moveRow(move: Move, balance: Decimal): SheetRow {
  const quantity = decimal(move.quantity)
  const { number, source_kind, source_id } = move
  return {
    ...rowOf(`move:${move.sequence}`, 'line'),
    label: number === null ? word(`moves.${move.move_kind}`) : { name: number, name_en: number },
    texts: { date: move.move_date, party: move.party, place: move.place },
    figures: {
      ...(quantity.gt(0) ? { stock_in: text(quantity) } : { stock_out: text(quantity.neg()) }),
      stock_balance: text(balance),
    },
    link: source_kind === null || source_id === null ? null : { to: source_kind, query: { id: source_id } },
  }
}

/** Which customers have some of it: what was sold or delivered to them, less what came back. */
function customerRows(moves: readonly Move[]): SheetRow[] {
  const sold = Map.groupBy(
    moves.filter(({ is_customer }) => is_customer),
    ({ party_id }) => party_id,
  )
  const lines = [...sold].flatMap(([id, own]): SheetRow[] => {
    const quantity = sum(own.map((move) => decimal(move.quantity))).neg()
    if (quantity.lte(0)) return []
    const figures = { stock_out: text(quantity) }
    return [{ ...rowOf(`customer:${id}`, 'line'), label: named(own[0]?.party as Names), figures }]
  })
  if (lines.length === 0) return []
  return [{ ...rowOf('customers', 'group'), label: word('lines.customers_with_lot'), figures: {} }, ...lines]
}

const columns = withLeadingColumns(
  ['stock_balance'],
  [
    column('date', 'date'),
    column('entry', 'label'),
    column('party', 'text'),
    column('place', 'text'),
    column('stock_in', 'quantity'),
    column('stock_out', 'quantity'),
    column('stock_balance', 'quantity'),
  ],
)

async function movesOf({ db, session }: Context, lot_id: number, to: string): Promise<Move[]> {
  const own = session.organization_id
  const { rows } = await sql<Move>`
    SELECT moved.sequence, moved.move_date, moved.quantity, party.id AS party_id, coalesce(party.kind = 'customer', false) AS is_customer,
      CASE WHEN party.id IS NOT NULL THEN json_build_object('name', party.name, 'name_en', party.name_en) END AS party,
      CASE WHEN place.id IS NOT NULL THEN json_build_object('name', place.name, 'name_en', place.name_en) END AS place,
      coalesce(document.kind, note.kind, CASE WHEN counted.id IS NOT NULL THEN 'inventory_count' WHEN transfer.id IS NOT NULL THEN 'stock_transfer' END) AS source_kind,
      coalesce(document.id, note.id, counted.id, transfer.id) AS source_id,
      coalesce(document.number, note.number, counted.number, transfer.number) AS number, coalesce(move.kind::text, 'opening') AS move_kind
    FROM (SELECT * FROM lot_moves WHERE organization_id = ${own} AND lot_id = ${lot_id} AND move_date <= ${to}::date
      AND ${isKept(session, 'place_id')} OFFSET 0) AS moved
    LEFT JOIN stock_moves AS move ON move.organization_id = ${own} AND move.product_id = moved.product_id AND move.sequence = moved.stock_sequence
    LEFT JOIN documents AS document ON document.organization_id = ${own} AND document.id = move.document_id
    LEFT JOIN goods_notes AS note ON note.organization_id = ${own} AND note.id = move.goods_note_id
    LEFT JOIN stock_counts AS counted ON counted.organization_id = ${own} AND counted.id = move.stock_count_id
    LEFT JOIN stock_transfers AS transfer ON transfer.organization_id = ${own} AND transfer.id = moved.stock_transfer_id
    LEFT JOIN parties AS party ON party.organization_id = ${own} AND party.id = coalesce(document.party_id, note.party_id)
    LEFT JOIN places AS place ON place.organization_id = ${own} AND CASE WHEN moved.place_id IS NULL THEN place.is_main ELSE place.id = moved.place_id END
    ORDER BY moved.move_date, moved.sequence LIMIT 2000`.execute(db)
  return rows
}
