import { sql } from 'kysely'
import { holdsAny } from '#contract/access/permissions.ts'
import { type Area, admits, type YearStatus } from '#ledger/calendar/periods.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'

export type Period = {
  financial_year_id: number
  started_at: string
  ended_at: string
  /** The VAT return of the date was filed: whatever carries tax is refused on this field, the rest may be posted. */
  vat_filed_field?: string
}

type Year = Pick<Period, 'financial_year_id' | 'started_at' | 'ended_at'> & { status: YearStatus }

const otherCurrency = 'other_currency'

/**
 * The open financial year of a date, share-locked so that closing waits for this posting and this posting for a
 * closing. Every writer takes it before any other lock. `field` is where the form shows the refusal.
 */
export async function lockPeriod(context: Context, date: string, field: string, area: Area): Promise<Period> {
  const { db, session } = context
  const { organization_id } = session
  // The locks by a statement of their own, behind the year's: they are read once the year is held.
  const held = sql<Year>`
    SELECT id AS financial_year_id, started_at, ended_at, status FROM financial_years
    WHERE organization_id = ${organization_id} AND started_at <= ${date} AND ended_at >= ${date} FOR SHARE`
  const locking = sql<{ kind: string }>`
    SELECT kind FROM period_locks
    WHERE organization_id = ${organization_id} AND kind IN ('all', 'vat', ${area}) AND locked_through >= ${date}
    UNION ALL
    SELECT ${otherCurrency} FROM organizations
    WHERE organization_id = ${organization_id} AND currency_id <> ${session.organization.currency_id}`
  const [{ rows: years }, { rows: locks }] = await Promise.all([held.execute(db), locking.execute(db)])
  const [year] = years
  // Before anything is posted the currency of the books may still change: whoever began to post in the one before begins anew.
  if (locks.some(({ kind }) => kind === otherCurrency)) throw new Refusal('conflict_retry')
  if (!year || year.status === 'draft') throw new Refusal('no_open_year', { field })
  if (!admits(year.status, area, mayPostUnderReview(context))) throw new Refusal('period_locked', { field })
  if (locks.some(({ kind }) => kind !== 'vat')) throw new Refusal('period_locked', { field })
  return locks.length > 0 ? { ...year, vat_filed_field: field } : year
}

/** Whether whoever asks may correct a year that is under review. */
export const mayPostUnderReview = ({ session }: Pick<Context, 'session'>): boolean =>
  holdsAny(session.authority, ['post-under-review'])

/** The period of a day is held before the record that lies in it: somebody may have moved the record since it was looked at. */
export function requireUnmovedDate(seen: string, held: string): void {
  if (seen !== held) throw new Refusal('conflict_retry')
}
