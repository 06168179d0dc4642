import { type RawBuilder, sql } from 'kysely'
import { decimal } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'

type Settled = { item_id: number; kind: string; id: number; number: string | null; date: string; amount: string }

/**
 * What settled the open items of a manual entry, item by item: it must be reversed before the entry is corrected. A
 * write-off has no number. `wanted` selects the documents as `item`.
 */
export async function settlementsOf({ db, session }: Context, wanted: RawBuilder<boolean>): Promise<Settled[]> {
  const own = session.organization_id
  const { rows } = await sql<Settled>`
    SELECT item.id AS item_id, CASE WHEN payment.id IS NOT NULL THEN payment.kind || '_payment'
        WHEN set_off.id IS NOT NULL THEN 'set_off' WHEN gone.id IS NOT NULL THEN 'write_off' ELSE note.kind END AS kind,
      coalesce(payment.id, set_off.id, gone.id, note.id) AS id, coalesce(payment.number, set_off.number, note.number) AS number,
      coalesce(payment.payment_date, set_off.set_off_date, gone.write_off_date, note.document_date) AS date,
      sum(allocation.amount)::text AS amount
    FROM documents AS item
    JOIN allocations AS allocation ON allocation.organization_id = ${own} AND allocation.document_id = item.id
    LEFT JOIN payments AS payment ON payment.organization_id = ${own} AND payment.id = allocation.payment_id
    LEFT JOIN set_offs AS set_off ON set_off.organization_id = ${own} AND set_off.id = allocation.set_off_id
    LEFT JOIN write_offs AS gone ON gone.organization_id = ${own} AND gone.id = allocation.write_off_id
    LEFT JOIN documents AS note ON note.organization_id = ${own} AND note.id = allocation.note_id
    WHERE item.organization_id = ${own} AND item.state = 'posted' AND ${wanted}
    GROUP BY 1, 2, 3, 4, 5 HAVING sum(allocation.amount) <> 0 ORDER BY 1, 5, 3`.execute(db)
  return rows
}

/** Whether an entry opened amounts due, and what settled them. */
export async function settledItems(context: Context, manualEntryId: number) {
  const items = await context.db
    .selectFrom('documents')
    .select('settled')
    .where('manual_entry_id', '=', manualEntryId)
    .where('state', '=', 'posted')
    .execute()
  const isSettled = items.some(({ settled }) => decimal(settled).gt(0))
  const settled_by = isSettled
    ? await settlementsOf(context, sql<boolean>`item.manual_entry_id = ${manualEntryId}`)
    : []
  return { has_items: items.length > 0, settled_by }
}
