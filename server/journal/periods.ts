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

type CalendarYear = Pick<Period, 'financial_year_id' | 'started_at' | 'ended_at'> & { status: YearStatus }
type PeriodLock = { kind: string; locked_through: string }

/** Financial years, locked, and the locks of periods. */
export class Calendar {
  readonly #years: readonly CalendarYear[]
  readonly #locks: readonly PeriodLock[]
  readonly #mayPostUnderReview: boolean
  constructor(years: readonly CalendarYear[], locks: readonly PeriodLock[], mayPostUnderReview: boolean) {
    this.#years = years
    this.#locks = locks
    this.#mayPostUnderReview = mayPostUnderReview
  }

  get years(): readonly CalendarYear[] {
    return this.#years
  }

  /** The period of a day if it is open for the area. Refuses on `field`, where the form shows it. */
  open(date: string, field: string, area: Area): Period {
    const year = this.#years.find(({ started_at, ended_at }) => started_at <= date && ended_at >= date)
    if (!year || year.status === 'draft') throw new Refusal('no_open_year', { field })
    if (!admits(year.status, area, this.#mayPostUnderReview)) throw new Refusal('period_locked', { field })
    const locks = this.#locks.filter(({ locked_through }) => locked_through >= date)
    if (locks.some(({ kind }) => kind === 'all' || kind === area)) throw new Refusal('period_locked', { field })
    const { financial_year_id, started_at, ended_at } = year
    const period = { financial_year_id, started_at, ended_at }
    return locks.some(({ kind }) => kind === 'vat') ? { ...period, vat_filed_field: field } : period
  }
}

/**
 * The financial years of these days. `share`: a closing waits for this write, and this write for a closing. `update`: every other write
 * of the books comes before what follows, or meets its outcome. `none`: only read, for a dry run.
 */
export async function lockCalendar(
  context: Context,
  { first, last }: { first: string; last: string },
  mode: 'share' | 'update' | 'none',
): Promise<Calendar> {
  const { db, session } = context
  const { organization_id, organization } = session
  // The locks of periods in a separate statement after the years: they are read once the years are locked.
  const years = sql<CalendarYear>`
    SELECT id AS financial_year_id, started_at, ended_at, status FROM financial_years
    WHERE organization_id = ${organization_id} AND ended_at >= ${first} AND started_at <= ${last}
    ORDER BY started_at ${lockClauses[mode]}`
  const locks = sql<PeriodLock & { has_other_currency: boolean }>`
    SELECT kind, locked_through, false AS has_other_currency FROM period_locks
    WHERE organization_id = ${organization_id} AND locked_through >= ${first}
    UNION ALL
    SELECT '', ${first}::date, true FROM organizations
    WHERE organization_id = ${organization_id} AND currency_id <> ${organization.currency_id}`
  const [held, locked] = await Promise.all([years.execute(db), locks.execute(db)])
  // The base currency may change until something is posted: a posting that began in the previous currency is retried.
  if (locked.rows.some(({ has_other_currency }) => has_other_currency)) throw new Refusal('conflict_retry')
  return new Calendar(held.rows, locked.rows, mayPostUnderReview(context))
}

const lockClauses = { share: sql`FOR SHARE`, update: sql`FOR UPDATE`, none: sql`` }

/** Whether the caller may correct a year that is under review. */
export const mayPostUnderReview = ({ session }: Pick<Context, 'session'>): boolean =>
  holdsAny(session.authority, ['post-under-review'])

/**
 * The period is locked before the record that is dated in it: another user may have moved the record since it was read.
 */
export function requireUnmovedDate(seen: string, held: string): void {
  if (seen !== held) throw new Refusal('conflict_retry')
}
