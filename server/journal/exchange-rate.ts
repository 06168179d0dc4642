import type { Context } from '#server/kit/context.ts'
import { Refusal } from '#server/kit/refusal.ts'

/** Base currency for one unit of this one, as the organisation keeps it today; its own currency is worth itself. */
export async function exchangeRateOf({ db, session }: Context, currencyId: number): Promise<string> {
  if (currencyId === session.organization.currency_id) return '1'
  const own = await db
    .selectFrom('organization_currencies')
    .select('rate')
    .where('currency_id', '=', currencyId)
    .executeTakeFirst()
  if (!own) throw new Refusal('currency_without_rate', { field: 'currency_id' })
  return own.rate
}
