import { type RawBuilder, sql } from 'kysely'
import type { GoodsKindName } from '#contract/goods/goods-kinds.ts'
import type { Context } from '#server/core/context.ts'

/**
 * Rows of posted notes that waited for their document at the end of a day: those that wait today, and those that were cleared on a later
 * day. `gone` is the quantity and the value that were cleared up to that day. Both kinds have an index, so what was cleared before is not read.
 */
export const heldAt = (own: number, name: GoodsKindName, to: string): RawBuilder<unknown> => sql`
  FROM (
    SELECT open.* FROM goods_note_lines AS open
    WHERE open.organization_id = ${own} AND open.cleared_on IS NULL AND open.returned_line_id IS NULL
    UNION ALL
    SELECT later.* FROM goods_note_lines AS later WHERE later.organization_id = ${own} AND later.cleared_on > ${to}::date) AS line
  JOIN goods_notes AS note ON note.organization_id = ${own} AND note.id = line.goods_note_id
  LEFT JOIN LATERAL (
    SELECT sum(cleared.quantity) AS quantity, sum(cleared.value) AS value FROM goods_clearings AS cleared
    WHERE cleared.organization_id = ${own} AND cleared.goods_line_id = line.id AND cleared.day <= ${to}::date) AS gone ON true
  WHERE note.organization_id = ${own} AND note.kind = ${name} AND note.state = 'posted' AND NOT note.is_return
    AND note.note_date <= ${to}::date`

export type WaitingGoods = { count: number; amount: string; day: string | null; number: string | null }

/** What moved until the end of a day and waited for its invoice or bill then: how many notes, their value, and the first of them. */
export async function waitingAt({ db, session }: Context, name: GoodsKindName, to: string): Promise<WaitingGoods> {
  const { rows } = await sql<WaitingGoods>`
    SELECT count(DISTINCT note.id)::integer AS count, coalesce(sum(line.value::numeric - coalesce(gone.value, 0)), 0)::text AS amount,
      min(note.note_date)::text AS day, (array_agg(note.number ORDER BY note.note_date, note.id))[1] AS number
    ${heldAt(session.organization_id, name, to)}`.execute(db)
  return rows[0] as WaitingGoods
}
