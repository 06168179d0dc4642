import type { Context } from '#server/core/context.ts'
import { type FactsOf, read } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import { wholeCalendar } from '#server/posting/facts/calendar.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'
import { listWithholding, type WithholdingPeriod } from './list-periods.ts'
import { type WithheldRow, withheldRows } from './withheld-rows.ts'

/**
 * Files the return of a month or the statement of a year (decision 0244): its payments are frozen with their payees, and nothing that
 * withholds is posted into the month any more. The years are locked for writing, so every payment is either in it or refused.
 */
export const fileWithholding = (context: Context, id: number): Promise<void> => runWrite(context, { needs, decide }, id)

async function needs(context: Context, id: number) {
  const unlocked = (await listWithholding(context)).find((one) => one.id === id)
  return {
    calendar: wholeCalendar,
    periods: read((own) => listWithholding(own)),
    rows: read(async (own) => (unlocked ? withheldRows(own, unlocked) : [])),
    accounts: postingAccounts,
  }
}

function decide(caller: Caller, facts: FactsOf<Awaited<ReturnType<typeof needs>>>, id: number): Decision<void> {
  const { kind, from, to, base, tax } = requireDue(caller, facts, id)
  const plan = new Plan(caller, facts.accounts)
  plan.add('withholding_periods', {
    id,
    kind,
    started_at: from,
    ended_at: to,
    base,
    tax,
    figures: JSON.stringify(facts.rows),
    filed_at: caller.now,
    filed_by: caller.session.user_id,
  })
  return { plan, result: () => undefined }
}

type Due = { periods: readonly WithholdingPeriod[]; rows: readonly WithheldRow[] }

function requireDue({ today }: Caller, { periods, rows }: Due, id: number): WithholdingPeriod {
  const field = 'period'
  const period = periods.find((one) => one.id === id)
  if (!period) throw new Refusal('not_found')
  const { from, to } = period
  if (period.is_filed) throw new Refusal('withholding_filed', { field, params: { from, to } })
  if (to >= today) throw new Refusal('withholding_running', { field })
  const untyped = rows.filter(({ type }) => type === null)
  if (untyped.length > 0)
    throw new Refusal('withholding_untyped', { field, params: { number: untyped[0]?.number ?? '' } })
  if (period.kind === 'month') return period
  const open = periods.find((one) => one.kind === 'month' && !one.is_filed && from <= one.from && one.to <= to)
  if (open) throw new Refusal('withholding_months_open', { field, params: { from: open.from, to: open.to } })
  return period
}
