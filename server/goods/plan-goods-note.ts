import type { GoodsKind } from '#contract/goods/goods-kinds.ts'
import { deliveryEntry, receiptEntry } from '#ledger/goods/goods-note.ts'
import { type Decimal, sum, text, zero } from '#ledger/money.ts'
import { stockRestEntry } from '#ledger/posting/stock-rest.ts'
import type { Rest } from '#server/documents/stock/stock-plan.ts'
import type { Accounts } from '#server/journal/accounts.ts'
import type { Calendar } from '#server/journal/periods.ts'
import type { Series } from '#server/journal/posting/number-series.ts'
import { type Id, NextNumber } from '#server/posting/placeholders.ts'
import type { Caller, Plan } from '#server/posting/plan.ts'
import { type BranchStockFacts, supplyFromBranches } from '#server/stock/branch-stock.ts'
import { changesOf, lotsColumn, type StatedLot } from '#server/stock/lots/row-lots.ts'
import type { PlannedMove, PlannedStock } from '#server/stock/planned-stock.ts'

/** What a note says of a row: its goods, what they are worth on the clearing account, and what they are worth in stock. */
export type GoodsLine = {
  product_id: number
  product_name: string
  product_name_en: string | null
  order_line_id: number
  returned_line_id: number | null
  quantity: string
  product_unit_id: number | null
  unit_quantity: string | null
  unit_content: string | null
  is_stocked: boolean
  /** Its batches or serial numbers. */
  lots: StatedLot[] | null
  value: Decimal
  cost: Decimal
  net: Decimal
}
export type GoodsNote = {
  id: number
  kind: GoodsKind
  is_return: boolean
  note_date: string
  party_id: number
  branch_id: number
  place_id: number | null
  currency_id: number
  exchange_rate: string
  reference?: string | null | undefined
  notes?: string | null | undefined
  /** The number that an import brings. */
  number?: string | undefined
  lines: readonly GoodsLine[]
  /** Of goods that left below their present cost (accounting rule 2.1-5). */
  rests?: readonly Rest[]
}
type Around = { accounts: Accounts; calendar: Calendar; branches: BranchStockFacts; stock: PlannedStock }

export const goodsSeries = ({
  kind,
  is_return,
  note_date: date,
}: Pick<GoodsNote, 'kind' | 'is_return' | 'note_date'>): Series => {
  if (kind.name === 'delivery_note')
    return is_return ? { kind: 'delivery_return', prefix: 'DRT', date } : { kind: kind.name, prefix: 'DLV', date }
  return is_return ? { kind: 'receipt_return', prefix: 'GRT', date } : { kind: kind.name, prefix: 'GRN', date }
}

/** Plans a goods note: its entry, its rows, and what moves. Answers the id of its entry. */
export function planGoodsNote(plan: Plan, caller: Caller, around: Around, note: GoodsNote): Id | null {
  const { id, kind, is_return, note_date: date, branch_id, lines } = note
  const number = numberOf(plan, note)
  const entry = entryOf(note)
  const leaves = (kind.name === 'delivery_note') !== is_return
  const leaving = { date, branch_id, cost: sum(lines.map(({ cost }) => cost)) }
  const held = { facts: around.branches, accounts: around.accounts, entries: plan.entries }
  const head = { kind: 'stock', source: kind.name, source_id: id, source_revision: 1 } as const
  const period = around.calendar.open(date, 'note_date', 'stock')
  const supplied = leaves ? supplyFromBranches(held, entry, leaving) : entry
  const entry_id = plan.post(period, { ...head, date, description: number }, supplied)
  plan.add('goods_notes', {
    id,
    kind: kind.name,
    is_return,
    number,
    note_date: date,
    party_kind: kind.side.party,
    party_id: note.party_id,
    branch_id,
    place_id: note.place_id,
    currency_id: note.currency_id,
    exchange_rate: note.exchange_rate,
    reference: note.reference ?? null,
    notes: note.notes ?? null,
    value: text(sum(lines.map(({ value }) => value))),
    entry_id,
    created_by: caller.session.user_id,
  })
  for (const [index, { cost: _, ...line }] of lines.entries())
    plan.add('goods_note_lines', {
      ...line,
      goods_note_id: id,
      line_number: index + 1,
      lots: lotsColumn(line.lots),
      value: text(line.value),
      net: text(line.net),
    })
  around.stock.move(movesOf(note, leaves ? -1 : 1), entry_id)
  planRests(plan, around, note)
  return entry_id
}

function numberOf(plan: Plan, note: GoodsNote): string | NextNumber {
  const series = goodsSeries(note)
  if (note.number === undefined) return new NextNumber(series)
  plan.takeOver(series, note.number)
  return note.number
}

function entryOf({ kind, is_return, branch_id, lines }: GoodsNote) {
  const build = kind.name === 'delivery_note' ? deliveryEntry : receiptEntry
  return build({ branch_id, lines }, is_return)
}

const movesOf = ({ id, note_date: date, lines }: GoodsNote, way: 1 | -1): PlannedMove[] =>
  lines.flatMap(({ product_id, quantity, cost, is_stocked, lots }, index) =>
    is_stocked
      ? [
          {
            product_id,
            kind: 'goods_note' as const,
            date,
            goods_note_id: id,
            line_number: index + 1,
            quantity: zero.plus(quantity).times(way),
            value: cost.times(way),
            lots: changesOf(lots, way),
          },
        ]
      : [],
  )

/** The value that no goods carry any more is a purchase price variance on the day of the last of them. */
function planRests(plan: Plan, { calendar, stock }: Around, { id, kind, branch_id, rests = [] }: GoodsNote): void {
  for (const [date, own] of [...Map.groupBy(rests, (rest) => rest.date)].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const head = { date, kind: 'stock', source: kind.name, source_id: id, source_revision: 1 } as const
    const lines = own.map(({ product_id, value }) => ({ product_id, value }))
    const entry = stockRestEntry({ branch_id, lines })
    const entry_id = plan.post(calendar.open(date, 'note_date', 'stock'), head, entry)
    const moves = own.map(({ product_id, value }) => ({
      product_id,
      kind: 'goods_note' as const,
      date,
      quantity: zero,
      value: value.neg(),
      goods_note_id: id,
    }))
    stock.move(moves, entry_id)
  }
}
