import { sql } from 'kysely'
import { holdsAny } from '#contract/access/permissions.ts'
import { type Area, admits, type YearStatus } from '#ledger/calendar/periods.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'

export type Period = {
  financial_year_id: number
  started_at: string
  ended_at: string
  /** The VAT return of the date is filed: entries with tax are refused on this field, others may be posted. */
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
  // The locks in a separate statement after the year's: they are read once the year is locked.
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
  // The base currency may change until something is posted: a posting that began in the previous currency is retried.
  if (locks.some(({ kind }) => kind === otherCurrency)) throw new Refusal('conflict_retry')
  if (!year || year.status === 'draft') throw new Refusal('no_open_year', { field })
  if (!admits(year.status, area, mayPostUnderReview(context))) throw new Refusal('period_locked', { field })
  if (locks.some(({ kind }) => kind !== 'vat')) throw new Refusal('period_locked', { field })
  return locks.length > 0 ? { ...year, vat_filed_field: field } : year
}

/** Whether the caller may correct a year that is under review. */
export const mayPostUnderReview = ({ session }: Pick<Context, 'session'>): boolean =>
  holdsAny(session.authority, ['post-under-review'])

/**
 * The period is locked before the record that is dated in it: another user may have moved the record since it was read.
 */
export function requireUnmovedDate(seen: string, held: string): void {
  if (seen !== held) throw new Refusal('conflict_retry')
}
