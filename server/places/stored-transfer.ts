import type { Context } from '#server/core/context.ts'
import type { Need } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import { storedLots } from '#server/stock/lots/row-lots.ts'

/** A transfer with its rows, before it is locked: its day, its places and its rows never change. */
export async function unlockedTransfer({ db }: Context, id: number) {
  const [row, items] = await Promise.all([
    db.selectFrom('stock_transfers').selectAll().where('id', '=', id).executeTakeFirst(),
    itemsOf(db, id),
  ])
  if (!row) throw new Refusal('not_found')
  return { row, items }
}
type StoredTransfer = Awaited<ReturnType<typeof unlockedTransfer>>

export const lockedTransfer = (id: number): Need<StoredTransfer> => ({
  lock: 'records',
  load: async ({ db }) => {
    const [row, items] = await Promise.all([
      db.selectFrom('stock_transfers').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
      itemsOf(db, id),
    ])
    if (!row) throw new Refusal('not_found')
    return { row, items }
  },
})

const itemsOf = async (db: Context['db'], id: number) =>
  (await rowsOf(db, id)).map((row) => ({ ...row, lots: storedLots(row.lots) }))

const rowsOf = (db: Context['db'], id: number) =>
  db
    .selectFrom('stock_transfer_lines')
    .select(['product_id', 'quantity', 'lots'])
    .where('stock_transfer_id', '=', id)
    .orderBy('line_number')
    .execute()
