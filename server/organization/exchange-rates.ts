import { sql } from 'kysely'
import type { Context } from '#server/core/context.ts'
import { requireRows } from '#server/core/references.ts'
import { Refusal } from '#server/core/refusal.ts'

type Rate = { rate: string; valid_on?: string | null | undefined }

/**
 * Stores the rate of a currency. With a day: for documents of that day and later. Without a day: today's rate, and the
 * general one if no dated rate exists.
 */
export async function saveRate(context: Context, currency_id: number, { rate, valid_on }: Rate): Promise<void> {
  const { db, session, today } = context
  await requireRows(db, { id: ['currencies', currency_id] })
  if (currency_id === session.organization.currency_id) throw new Refusal('invalid_input', { field: 'rate' })
  const dated = await ratesOf(context, currency_id)
  const day = valid_on ?? (dated.length > 0 ? today : null)
  if (day) await keepDated(context, currency_id, day, rate)
  // The rate before the first of these days is stored with the currency.
  const kept = db.insertInto('organization_currencies').values({ currency_id, rate })
  await kept
    .onConflict((conflict) => {
      const taken = conflict.columns(['organization_id', 'currency_id'])
      return day ? taken.doNothing() : taken.doUpdateSet({ rate })
    })
    .execute()
}

export function ratesOf({ db }: Context, currency_id: number) {
  return db
    .selectFrom('exchange_rates')
    .select(['valid_on', 'rate'])
    .where('currency_id', '=', currency_id)
    .orderBy('valid_on', 'desc')
    .execute()
}

/** Documents posted with it stay unchanged. */
export async function deleteRate({ db }: Context, currency_id: number, valid_on: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('exchange_rates')
    .where('currency_id', '=', currency_id)
    .where('valid_on', '=', valid_on)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) throw new Refusal('not_found')
}

async function keepDated({ db, session }: Context, currency_id: number, valid_on: string, rate: string): Promise<void> {
  await db
    .insertInto('exchange_rates')
    .values({ currency_id, valid_on, rate, created_by: session.user_id, created_at: sql`now()` })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'currency_id', 'valid_on'])
        .doUpdateSet({ rate, created_at: sql`excluded.created_at` }),
    )
    .execute()
}
