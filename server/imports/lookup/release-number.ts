import { sql } from 'kysely'
import type { Context } from '#server/core/context.ts'
import { sendWrites } from '#server/db/tenant/verbs.ts'

type Numbered =
  | 'documents'
  | 'payments'
  | 'manual_entries'
  | 'stock_counts'
  | 'stock_transfers'
  | 'set_offs'
  | 'assets'
  | 'goods_notes'

/** Frees the number of a record whose import was undone, so that the same file can be imported again. */
export function releaseNumber({ db }: Context, table: Numbered, id: number): void {
  const written = db
    .updateTable(table as 'documents')
    .set({ number: sql<string>`left(number, 80) || ' ~' || id` })
    .where('id', '=', id)
    .where('state', '=', table === 'assets' ? 'cancelled' : 'void')
    .execute()
  sendWrites(db, written)
}
