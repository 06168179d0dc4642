import { sql } from 'kysely'
import type { Side } from '#contract/documents/sides.ts'
import type { OpenDocument } from '#ledger/allocation.ts'
import { decimal, text } from '#ledger/money.ts'
import { settlementStatus } from '#ledger/settlement-status.ts'
import type { Context } from '#server/core/context.ts'
import { rowsOf } from '#server/db/driver/composite-rows.ts'

export type LockedDocument = OpenDocument & {
  state: string
  kind: string
  party_id: number
  settled: string
  settled_base: string
  total: string
  /** The last date on which an allocation to it was reversed. */
  last_unsettled_on: string | null
}

/** The documents, locked in the order of their ids, as every caller that settles several does. */
export async function lockDocuments({ db }: Context, ids: readonly number[]): Promise<Map<number, LockedDocument>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('documents')
    .select([
      'id',
      'branch_id',
      'document_date as date',
      'currency_id',
      'total',
      'settled',
      'total_base',
      'settled_base',
      'state',
      'kind',
      'party_id',
      'last_unsettled_on',
    ])
    .where('id', 'in', [...new Set(ids)])
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export type Settlement = { document: LockedDocument; amount: string; carrying_base: string; date: string }

/** Writes the new settlement of the documents in one statement. The status follows from it and is never chosen. */
export async function settleDocuments(
  { db, session }: Context,
  side: Side,
  settlements: readonly Settlement[],
): Promise<void> {
  for (const { document, amount, carrying_base } of settlements) {
    document.settled = text(decimal(document.settled).plus(amount))
    document.settled_base = text(decimal(document.settled_base).plus(carrying_base))
  }
  const rows = [...Map.groupBy(settlements, ({ document }) => document)].map(([document, of]) => {
    const days = of.map(({ date }) => date).sort()
    return {
      id: document.id,
      settled: document.settled,
      settled_base: document.settled_base,
      status: settlementStatus({ posted: true, total: document.total, settled: document.settled }, side),
      first: days[0],
      last: days.at(-1),
    }
  })
  await sql`
    UPDATE documents SET settled = row.settled, settled_base = row.settled_base, status = row.status, version = version + 1,
      first_settled_on = least(first_settled_on, row.first), last_settled_on = greatest(last_settled_on, row.last),
      last_unsettled_on = CASE WHEN row.settled < documents.settled THEN greatest(last_unsettled_on, row.last) ELSE last_unsettled_on END
    FROM unnest(${rowsOf('settlement_input', rows)}::settlement_input[]) AS row
    WHERE documents.organization_id = ${session.organization_id} AND documents.id = row.id`.execute(db)
}
