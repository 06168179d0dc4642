import { sql } from 'kysely'
import { addDays } from '#ledger/calendar/calendar.ts'
import { expectedOn } from '#ledger/forecast/forecast.ts'
import { decimal, round } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { exchangeRateOn } from '#server/organization/exchange-rate-on.ts'
import type { ForecastDays, ForecastRow } from './forecast-row.ts'
import { habitsOf } from './party-habits.ts'

type Order = {
  id: number
  kind: 'sales_order' | 'purchase_order'
  number: string
  party_kind: 'customer' | 'supplier'
  party_id: number
  party: string
  party_en: string | null
  due_from: string
  amount: string
  rate: string | null
}

/**
 * What is left of confirmed orders after the documents that were posted for them by the day: the invoice replaces its part of the order. What
 * came back is never invoiced.
 */
export async function orderRows(context: Context, { of, end }: ForecastDays): Promise<ForecastRow[]> {
  const { db, session } = context
  const own = session.organization_id
  const { rows } = await sql<Order>`
    SELECT own.id, own.kind, own.number, own.party_kind, own.party_id, party.name AS party, party.name_en AS party_en,
      greatest(coalesce(own.until_date, own.order_date), ${of}::date) AS due_from, sum(line.left_over) AS amount,
      CASE WHEN own.currency_id = ${session.organization.currency_id} THEN 1 ELSE ${exchangeRateOn(own, sql`own.currency_id`, of)} END AS rate
    FROM orders AS own
    JOIN parties AS party ON party.organization_id = ${own} AND party.id = own.party_id
    CROSS JOIN LATERAL (
      SELECT (line.net::numeric + line.tax_share::numeric) * greatest(line.quantity::numeric - line.returned::numeric - invoiced.quantity, 0) / nullif(line.quantity::numeric, 0) AS left_over
      FROM order_lines AS line
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(link.quantity::numeric), 0) AS quantity FROM order_links AS link
        JOIN documents AS taker ON taker.organization_id = ${own} AND taker.id = link.document_id
        WHERE link.organization_id = ${own} AND link.order_line_id = line.id AND taker.state = 'posted' AND taker.document_date <= ${of}::date) AS invoiced
      WHERE line.organization_id = ${own} AND line.order_id = own.id) AS line
    WHERE own.organization_id = ${own} AND own.kind IN ('sales_order', 'purchase_order') AND own.state = 'confirmed' AND own.order_date <= ${of}::date
    GROUP BY own.id, own.kind, own.number, own.party_kind, own.party_id, own.until_date, own.order_date, own.currency_id, party.name, party.name_en
    HAVING sum(line.left_over) > 0
    ORDER BY own.order_date, own.id`.execute(db)
  const habits = await habitsOf(
    context,
    of,
    rows.map(({ party_id }) => party_id),
  )
  return rows
    .map((order): ForecastRow => {
      const due = addDays(order.due_from, habits.terms(order.party_id))
      return {
        source: `${order.kind}s`,
        key: `order:${order.id}`,
        due,
        amount: round(decimal(order.amount).times(order.rate ?? 0), session.organization.decimals),
        day: expectedOn(due, habits.late(order.party_id), of),
        label: { word: `records.${order.kind}`, code: order.number },
        party: { name: order.party, name_en: order.party_en },
        link: { to: order.kind, query: { id: order.id } },
      }
    })
    .filter(({ day, amount }) => day <= end && amount.gt(0))
}
