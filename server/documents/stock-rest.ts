import type { Side } from '#contract/documents/sides.ts'
import { zero } from '#ledger/money.ts'
import { stockRestEntry } from '#ledger/posting/stock-rest.ts'
import { moveBatched, type StockMove, type StockState } from '#server/catalog/move-stock.ts'
import type { Context } from '#server/core/context.ts'
import type { Accounts } from '#server/journal/accounts.ts'
import { lockPeriod } from '#server/journal/periods.ts'
import { nextIdsOf } from '#server/journal/posting/allocate-ids.ts'
import { postBatched } from '#server/journal/posting/post.ts'
import { reverseEntry } from '#server/journal/posting/reverse-entry.ts'
import type { Rest } from './stock/stock-plan.ts'

type Document = { id: number; branch_id: number; revision: number }

/**
 * The remaining value after all goods left, because later goods cost more than an earlier sale could absorb: a purchase
 * price variance on the day of the last of them (accounting rule 2.1-5).
 */
export async function postRests(
  context: Context,
  side: Side,
  { id, branch_id, revision }: Document,
  rests: readonly Rest[],
  stock: Map<number, StockState>,
  accounts: Accounts,
): Promise<void> {
  const days = [...Map.groupBy(rests, ({ date }) => date)].sort(([a], [b]) => (a < b ? -1 : 1))
  const ids = await nextIdsOf(context, days.length)
  for (const [index, [date, own]] of days.entries()) {
    const period = await lockPeriod(context, date, side.dateField, side.name)
    const entry_id = ids[index]?.entry_id as number
    const head = {
      id: entry_id,
      date,
      kind: 'stock',
      source: side.document,
      source_id: id,
      source_revision: revision,
    } as const
    postBatched(context, period, head, stockRestEntry({ branch_id, document_id: id, lines: own }), accounts)
    const moves = own.map(
      ({ product_id, value }): StockMove => ({
        ...{ product_id, kind: 'issue', date, quantity: zero, value: value.neg(), document_id: id, line_number: null },
      }),
    )
    moveBatched(context, stock, moves, entry_id)
  }
}

/** Goes back with the document, on its own day; its moves carry the entries that undid them. */
export async function takeBackRests(
  context: Context,
  side: Side,
  { id, revision }: { id: number; revision: number },
  moves: readonly StockMove[],
): Promise<void> {
  const rests = moves.filter(({ quantity, kind }) => kind === 'reversal' && quantity.eq(0))
  if (side.name !== 'sales' || rests.length === 0) return
  for (const { id: entry, entry_date } of await liveRests(context, side.document, id)) {
    const period = await lockPeriod(context, entry_date, side.dateField, side.name)
    const reversal = await reverseEntry(context, period, entry, revision)
    for (const move of rests) if (move.date === entry_date) move.entry_id = reversal
  }
}

const liveRests = ({ db }: Context, source: string, id: number) =>
  db
    .selectFrom('journal_entries as entry')
    .leftJoin('journal_entries as reversal', (join) => join.onRef('reversal.reverses_id', '=', 'entry.id'))
    .select(['entry.id', 'entry.entry_date'])
    .where('entry.source', '=', source)
    .where('entry.source_id', '=', id)
    .where('entry.kind', '=', 'stock')
    .where('entry.reverses_id', 'is', null)
    .where('reversal.id', 'is', null)
    .orderBy('entry.id')
    .execute()
