import { ownerPermission } from '#contract/access/permissions.ts'
import type { ClosingStepState } from '#contract/closing/month-close.ts'
import { addMonths, monthEnd, monthStart, type Range } from '#ledger/calendar/calendar.ts'
import { decideYearClose, resultClasses } from '#server/closing/close-year.ts'
import { yearObstacles } from '#server/closing/closing-blockers.ts'
import { foreignBalances } from '#server/closing/foreign-balances.ts'
import { decideRevaluation, previousRates } from '#server/closing/revalue.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { loadAccounts } from '#server/journal/accounts.ts'
import { sumClasses } from '#server/journal/balances-as-of.ts'
import type { Calendar } from '#server/journal/periods.ts'
import { showMonthClose } from '#server/month-close/month-close.ts'
import { readCalendar } from '#server/posting/facts/calendar.ts'
import { Plan, type PlannedEntry } from '#server/posting/plan.ts'
import { callerOf } from '#server/posting/run-write.ts'
import type { Year } from '#server/years/lock-years.ts'
import { assuming } from './assume.ts'
import { planDueParts } from './plan-parts.ts'

/** What stops the year: a refusal of closing it, with its facts, in the order it is best cleared away. */
export type YearStop = { code: string; params: Record<string, string | number> }
export type DryClose = {
  month: Range
  /** Null where no year takes the month: nothing of it can be closed. */
  year: Year | null
  steps: ClosingStepState[]
  stops: YearStop[]
  entries: PlannedEntry[]
  /** The context whose books hold what closing would post. */
  closed: Context
}

/**
 * Closes the month of a day, and the year around it, without writing: months of schedules that are due, revaluations that are open,
 * the closing entry. On a snapshot and without a lock, so that no one waits for it.
 */
export async function planDryClose(context: Context, day: string | undefined): Promise<DryClose> {
  const from = monthStart(day ?? addMonths(monthStart(context.today), -1))
  const month = { from, to: monthEnd(from) }
  // The close is of the books, not of what its reader may see; who posts the months of schedules holds no permission.
  const { session } = context
  const whole = { ...context, session: { ...session, places: null, authority: new Set([ownerPermission]) } }
  const system = { ...context, session: { ...session, places: null, authority: new Set<string>() } }
  const [{ steps }, years, ofSystem, ofPerson, accounts] = await Promise.all([
    showMonthClose(whole, month.to),
    context.db.selectFrom('financial_years').selectAll().orderBy('started_at').execute(),
    readCalendar(system),
    readCalendar(whole),
    loadAccounts(context),
  ])
  const year = years.find(({ started_at, ended_at }) => started_at <= month.to && ended_at >= month.to) ?? null
  const found = { month, year, steps: steps as ClosingStepState[] }
  if (!year || year.status === 'draft' || year.status === 'closed') {
    const stops = year?.status === 'closed' ? [] : [{ code: 'no_open_year', params: {} }]
    return { ...found, stops, entries: [], closed: context }
  }
  const plan = new Plan(callerOf(system), accounts)
  const refused = await planDueParts(context, plan, ofSystem, year.ended_at)
  let entries: readonly PlannedEntry[] = plan.entries
  let lacksRate = false
  for (const date of new Set([month.to, year.ended_at])) {
    const revalued = await revaluationOf(assuming(context, entries, accounts), ofPerson, date)
    if (revalued === 'currency_without_rate') lacksRate = true
    else entries = [...entries, ...revalued]
  }
  const before = assuming(context, entries, accounts)
  const obstacles = await yearObstacles(before, year, years)
  const closing = await closingOf(before, year)
  const all = [...entries, ...closing]
  const failing = refused === 0 ? [] : [{ code: 'parts_not_posted', params: { count: refused } }]
  const missing = lacksRate ? [{ code: 'currency_without_rate', params: {} }] : []
  return {
    ...found,
    stops: [...failing, ...obstacles, ...missing],
    entries: all,
    closed: assuming(context, all, accounts),
  }
}

/** The entries of a revaluation that is still open on a day; none where it is done, needless or refused for another reason than a rate. */
async function revaluationOf(
  context: Context,
  calendar: Calendar,
  date: string,
): Promise<readonly PlannedEntry[] | 'currency_without_rate'> {
  const [twin, balances, rates, accounts] = await Promise.all([
    context.db
      .selectFrom('fx_revaluations')
      .select('id')
      .where('revaluation_date', '=', date)
      .where('state', '=', 'posted')
      .executeTakeFirst(),
    foreignBalances(context, date),
    previousRates(context, date),
    loadAccounts(context),
  ])
  try {
    return decideRevaluation(callerOf(context), { calendar, twin, balances, rates, accounts }, { date }).plan.entries
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.code === 'currency_without_rate' ? error.code : []
  }
}

/** The closing entry as it would be once nothing stops the year. */
async function closingOf(context: Context, year: Year): Promise<readonly PlannedEntry[]> {
  const [sums, accounts] = await Promise.all([sumClasses(context, year.ended_at, resultClasses), loadAccounts(context)])
  const facts = { obstacles: [], sums, balances: [], lastNumber: 0, accounts }
  return decideYearClose(callerOf(context), facts, { year, waivesVat: false }).plan.entries
}
