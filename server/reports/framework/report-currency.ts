import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'

export type ForeignCurrency = { id: number; code: string; decimals: number }

/** The requested currency of the amounts; null is the base currency, in which the books are. */
export async function foreignCurrency(
  { db, session }: Context,
  id: number | undefined,
): Promise<ForeignCurrency | null> {
  if (id === undefined || id === session.organization.currency_id) return null
  const found = await db
    .selectFrom('currencies')
    .select(['id', 'code', 'decimals'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw new Refusal('invalid_input', { errors: { currency_id: { code: 'unknown_reference' } } })
  return found
}

/** As shown on the sheet. */
export const currencyHeader = (currency: ForeignCurrency | null) =>
  currency && { code: currency.code, decimals: currency.decimals }
