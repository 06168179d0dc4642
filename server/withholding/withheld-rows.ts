import { type RawBuilder, sql } from 'kysely'
import type { Range } from '#ledger/calendar/calendar.ts'
import type { Context } from '#server/core/context.ts'

/** A payment that withholds tax, or its reversal on a later day with opposite figures. Figures are in base currency. */
export type WithheldRow = {
  payment_id: number
  number: string
  day: string
  party_id: number
  name: string
  name_en: string | null
  country: string | null
  country_en: string | null
  type: string | null
  certificate: string | null
  rate: string
  base: string
  tax: string
  version: number
}

/**
 * The payments of some days: on the day of the payment, and again on the day of a later reversal. What was voided on its own day was never
 * paid. Where we bear the tax, the gross amount is what was paid and the tax.
 */
const events = (organization: number) => sql`
  SELECT own.*, event.day, event.sign,
    own.amount_base::numeric + CASE WHEN own.withholding_borne THEN own.withheld_base::numeric ELSE 0 END AS gross_base
  FROM payments AS own
  CROSS JOIN LATERAL (SELECT own.payment_date AS day, 1 AS sign UNION ALL SELECT own.reversal_date, -1 WHERE own.state = 'void') AS event
  WHERE own.organization_id = ${organization} AND own.kind = 'expense' AND (own.withholding_rate > 0 OR own.withholding_type IS NOT NULL)
    AND (own.state <> 'void' OR own.reversal_date IS NOT NULL)`

const within = ({ from, to }: Range): RawBuilder<unknown> => sql`event.day BETWEEN ${from}::date AND ${to}::date`

export async function withheldRows({ db, session }: Context, range: Range): Promise<WithheldRow[]> {
  const own = session.organization_id
  const { rows } = await sql<WithheldRow>`
    SELECT event.id AS payment_id, event.number, event.day, event.party_id, party.name, party.name_en, country.name AS country,
      country.name_en AS country_en, event.withholding_type AS type, event.withholding_certificate AS certificate,
      trim_scale(event.withholding_rate::numeric) AS rate, event.sign * event.gross_base AS base,
      event.sign * event.withheld_base::numeric AS tax, event.version
    FROM (${events(own)}) AS event
    JOIN parties AS party ON party.organization_id = ${own} AND party.id = event.party_id
    LEFT JOIN countries AS country ON country.id = party.country_id
    WHERE ${within(range)} ORDER BY event.day, event.id, event.sign DESC`.execute(db)
  return rows
}

export type WithheldMonth = Range & { base: string; tax: string; untyped: number }

/** The sums of each month in which tax was withheld or its withholding reversed, in order. */
export async function withheldMonths({ db, session }: Context): Promise<WithheldMonth[]> {
  const { rows } = await sql<WithheldMonth>`
    SELECT month::date AS "from", (month + interval '1 month - 1 day')::date AS "to", sum(sign * gross_base) AS base,
      sum(sign * withheld_base::numeric) AS tax, (count(*) FILTER (WHERE withholding_type IS NULL))::integer AS untyped
    FROM (SELECT date_trunc('month', day::timestamp) AS month, event.* FROM (${events(session.organization_id)}) AS event) AS event
    GROUP BY month ORDER BY month`.execute(db)
  return rows
}
