import type { creditUses } from '#contract/vat.ts'
import { creditLeft } from '#ledger/statements/vat-return.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { lockYears } from '#server/years/lock-years.ts'

/**
 * Records whether the credit of a filed return is carried forward or claimed. Once the next return is filed, its box 15
 * is fixed: the years are locked as by filing, so the two are serialized.
 */
export async function setCreditUse(context: Context, id: number, use: (typeof creditUses)[number]): Promise<void> {
  await lockYears(context)
  const { db, services, session } = context
  const filed = await db
    .selectFrom('vat_periods')
    .select(['net', 'ended_at', 'claimed_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!filed || creditLeft(filed.net).eq(0)) throw new Refusal('vat_no_credit', { field: 'period' })
  const next = await db
    .selectFrom('vat_periods')
    .select('id')
    .where('started_at', '>', filed.ended_at)
    .limit(1)
    .executeTakeFirst()
  if (next) throw new Refusal('vat_credit_used', { field: 'period' })
  const isClaimed = use === 'claimed'
  // A repeated claim was made on another page before: the message says that it was claimed already.
  if (isClaimed === (filed.claimed_at !== null))
    throw new Refusal(isClaimed ? 'vat_credit_claimed' : 'vat_credit_carried', { field: 'period' })
  const claimed_at = isClaimed ? services.clock.now() : null
  const claimed_by = isClaimed ? session.user_id : null
  await db.updateTable('vat_periods').set({ claimed_at, claimed_by }).where('id', '=', id).execute()
}
