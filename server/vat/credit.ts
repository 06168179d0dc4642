import type { creditUses } from '#contract/vat.ts'
import { creditLeft } from '#ledger/statements/vat-return.ts'
import type { Context } from '#server/kit/context.ts'
import { Refusal } from '#server/kit/refusal.ts'
import { lockYears } from '#server/years/lock-years.ts'

/**
 * Says whether the credit of a filed return is carried into the next or claimed back. Once that is filed its box 15
 * stands: the years are locked as filing locks them, so either is before the other.
 */
export async function setCreditUse(context: Context, id: number, use: (typeof creditUses)[number]): Promise<void> {
  await lockYears(context)
  const { db, services, session } = context
  const filed = await db.selectFrom('vat_periods').select(['net', 'ended_at']).where('id', '=', id).executeTakeFirst()
  if (!filed || creditLeft(filed.net).eq(0)) throw new Refusal('vat_no_credit', { field: 'period' })
  const next = await db
    .selectFrom('vat_periods')
    .select('id')
    .where('started_at', '>', filed.ended_at)
    .limit(1)
    .executeTakeFirst()
  if (next) throw new Refusal('vat_credit_used', { field: 'period' })
  // Said again it stays as it was first said.
  const isNow = use === 'claimed' ? 'is' : 'is not'
  const claimed =
    use === 'claimed'
      ? { claimed_at: services.clock.now(), claimed_by: session.user_id }
      : { claimed_at: null, claimed_by: null }
  await db.updateTable('vat_periods').set(claimed).where('id', '=', id).where('claimed_at', isNow, null).execute()
}
