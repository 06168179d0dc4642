import { sql } from 'kysely'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { exchangeRateOn } from '#server/organization/exchange-rate-on.ts'

/** Base currency for one unit of this one on a day; the organisation's own currency is worth itself. */
export async function exchangeRateOf({ db, session }: Context, currencyId: number, day: string): Promise<string> {
  if (currencyId === session.organization.currency_id) return '1'
  const { rows } = await sql<{ rate: string | null }>`
    SELECT ${exchangeRateOn(session.organization_id, sql`${currencyId}::bigint`, day)} AS rate`.execute(db)
  const rate = rows[0]?.rate
  if (!rate) throw new Refusal('currency_without_rate', { field: 'currency_id' })
  return rate
}
