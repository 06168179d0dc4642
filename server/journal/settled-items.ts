import { sql } from 'kysely'
import { decimal } from '#ledger/money.ts'
import type { Context } from '#server/kit/context.ts'

type Settled = { kind: string; id: number; number: string | null; date: string; amount: string }

/**
 * Whether an entry opened amounts due, and what settled them: that is taken back before the entry is corrected or voided. What
 * was written off has no number of its own.
 */
export async function settledItems({ db, session }: Context, manualEntryId: number) {
  const own = session.organization_id
  const { rows } = await sql<Settled | { amount: null }>`
    SELECT CASE WHEN payment.id IS NOT NULL THEN payment.kind || '_payment' WHEN set_off.id IS NOT NULL THEN 'set_off'
        WHEN gone.id IS NOT NULL THEN 'write_off' ELSE note.kind END AS kind,
      coalesce(payment.id, set_off.id, gone.id, note.id) AS id, coalesce(payment.number, set_off.number, note.number) AS number,
      coalesce(payment.payment_date, set_off.set_off_date, gone.write_off_date, note.document_date) AS date,
      sum(allocation.amount)::text AS amount
    FROM documents AS item
    LEFT JOIN allocations AS allocation ON allocation.organization_id = ${own} AND allocation.document_id = item.id
    LEFT JOIN payments AS payment ON payment.organization_id = ${own} AND payment.id = allocation.payment_id
    LEFT JOIN set_offs AS set_off ON set_off.organization_id = ${own} AND set_off.id = allocation.set_off_id
    LEFT JOIN write_offs AS gone ON gone.organization_id = ${own} AND gone.id = allocation.write_off_id
    LEFT JOIN documents AS note ON note.organization_id = ${own} AND note.id = allocation.note_id
    WHERE item.organization_id = ${own} AND item.manual_entry_id = ${manualEntryId} AND item.state = 'posted'
    GROUP BY 1, 2, 3, 4 ORDER BY 4, 2`.execute(db)
  const settled_by = rows.filter((row): row is Settled => row.amount !== null && decimal(row.amount).gt(0))
  return { has_items: rows.length > 0, settled_by }
}
