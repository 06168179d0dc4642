import { sql } from 'kysely'
import { type Area, admits, type YearStatus } from '#ledger/calendar/periods.ts'
import type { Context } from '#server/core/context.ts'
import type { Need } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import { mayPostUnderReview, type Period } from '#server/journal/periods.ts'

export type CalendarYear = Pick<Period, 'financial_year_id' | 'started_at' | 'ended_at'> & { status: YearStatus }
type PeriodLock = { kind: string; locked_through: string }

/** The financial years from a day on, share-locked so that a closing waits for this write, and the locks of periods. */
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

/** The years from the earliest of these days on. */
export const calendarFrom = (...days: readonly string[]): Need<Calendar> => ({
  lock: 'years',
  load: (context) => loadCalendar(context, days.toSorted()[0] as string),
})

/** All years, locked for writing: every other write of the books is either before what follows or meets its outcome. */
export const wholeCalendar: Need<Calendar> = {
  lock: 'years',
  load: (context) => loadCalendar(context, '0001-01-01', sql`UPDATE`),
}

async function loadCalendar(context: Context, first: string, mode = sql`SHARE`): Promise<Calendar> {
  const { db, session } = context
  const { organization_id, organization } = session
  // The locks of periods in a separate statement after the years: they are read once the years are locked.
  const held = sql<CalendarYear>`
    SELECT id AS financial_year_id, started_at, ended_at, status FROM financial_years
    WHERE organization_id = ${organization_id} AND ended_at >= ${first} ORDER BY started_at FOR ${mode}`
  const locked = sql<PeriodLock & { has_other_currency: boolean }>`
    SELECT kind, locked_through, false AS has_other_currency FROM period_locks
    WHERE organization_id = ${organization_id} AND locked_through >= ${first}
    UNION ALL
    SELECT '', ${first}::date, true FROM organizations
    WHERE organization_id = ${organization_id} AND currency_id <> ${organization.currency_id}`
  const [{ rows: years }, { rows: locks }] = await Promise.all([held.execute(db), locked.execute(db)])
  // The base currency may change until something is posted: a posting that began in the previous currency is retried.
  if (locks.some(({ has_other_currency }) => has_other_currency)) throw new Refusal('conflict_retry')
  return new Calendar(years, locks, mayPostUnderReview(context))
}
