import { holdsAny } from '#contract/permissions.ts'
import type { SideName } from '#contract/sides.ts'
import type { Context } from '#server/kit/context.ts'
import { Refusal } from '#server/kit/refusal.ts'

export type Period = {
  financial_year_id: number
  started_at: string
  ended_at: string
  /** The VAT return of the date was filed: whatever carries tax is refused on this field, the rest may be posted. */
  vat_filed_field?: string
}

/**
 * The open financial year of a date, share-locked so that closing waits for this posting and this posting for a
 * closing. Every writer takes it before any other lock. `field` is where the form shows the refusal.
 */
export async function lockPeriod(
  context: Context,
  date: string,
  field: string,
  area: SideName | 'stock' | 'manual' | 'fx_reval',
): Promise<Period> {
  const { db, session } = context
  const locking = db
    .selectFrom('period_locks')
    .select('kind')
    .where('kind', 'in', ['all', 'vat', area])
    .where('locked_through', '>=', date)
  const locked = db
    .selectFrom('financial_years')
    .select(['id as financial_year_id', 'started_at', 'ended_at', 'status'])
    .where('started_at', '<=', date)
    .where('ended_at', '>=', date)
    .forShare()
  // In this order: the locks are read once the year is held.
  const [year, locks] = await Promise.all([locked.executeTakeFirst(), locking.execute()])
  if (!year || year.status === 'draft') throw new Refusal('no_open_year', { field })
  // A year under review takes corrections from whoever closes the books, and no business documents.
  const isAdjustment = area === 'manual' || area === 'stock' || area === 'fx_reval'
  const mayAdjust = year.status === 'under_review' && isAdjustment && holdsAny(session.authority, ['post-under-review'])
  if (year.status !== 'open' && !mayAdjust) throw new Refusal('period_locked', { field })
  if (locks.some(({ kind }) => kind !== 'vat')) throw new Refusal('period_locked', { field })
  return locks.length > 0 ? { ...year, vat_filed_field: field } : year
}
