import { sql } from 'kysely'
import { addDays } from '#ledger/calendar/calendar.ts'
import type { Context } from '#server/core/context.ts'

const soon_days = 7

/** Quotations without an answer that end soon, and accepted ones of which something is still to be made. */
export async function waitingQuotations({ db, session, today }: Context) {
  const own = session.organization_id
  const { rows } = await sql<{ expiring_quotations: number; accepted_quotations: number }>`
    SELECT (
      SELECT count(*)::integer FROM orders AS quotation
      WHERE quotation.organization_id = ${own} AND quotation.kind = 'quotation' AND quotation.state = 'sent'
        AND quotation.until_date BETWEEN ${today}::date AND ${addDays(today, soon_days)}::date) AS expiring_quotations, (
      SELECT count(*)::integer FROM orders AS quotation
      WHERE quotation.organization_id = ${own} AND quotation.kind = 'quotation' AND quotation.state = 'accepted'
        AND EXISTS (SELECT FROM order_lines AS line WHERE line.organization_id = ${own} AND line.order_id = quotation.id
          AND line.taken::numeric + line.returned::numeric < line.quantity::numeric)) AS accepted_quotations`.execute(
    db,
  )
  return rows[0] ?? { expiring_quotations: 0, accepted_quotations: 0 }
}
