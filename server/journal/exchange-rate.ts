import { sql } from 'kysely'
import type { Need } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import { exchangeRateOn } from '#server/organization/exchange-rate-on.ts'

/** Base currency for one unit of this one on a day, null if none is known; the organisation's own currency is worth itself. */
export const rateOn = (currencyId: number, day: string): Need<string | null> => ({
  load: async ({ db, session }) => {
    if (currencyId === session.organization.currency_id) return '1'
    const { rows } = await sql<{ rate: string | null }>`
      SELECT ${exchangeRateOn(session.organization_id, sql`${currencyId}::bigint`, day)} AS rate`.execute(db)
    return rows[0]?.rate ?? null
  },
})

export function requireRate(rate: string | null): string {
  if (!rate) throw new Refusal('currency_without_rate', { field: 'currency_id' })
  return rate
}
