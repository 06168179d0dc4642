import type { Context } from '#server/core/context.ts'
import { type FactsOf, known, type Need } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import { lockedDocuments } from '#server/documents/posting/locked-documents.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import { calendarFrom } from '#server/posting/facts/calendar.ts'
import { activeEntriesOf } from '#server/posting/facts/stored-entries.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'
import { branchStockFrom, planBranchSupply } from '#server/stock/branch-stock.ts'
import { PlannedStock } from '#server/stock/planned-stock.ts'
import { refuseSpentStock } from '#server/stock/spent-stock.ts'
import { stockFrom } from '#server/stock/stock-facts.ts'
import { landedCostSource, mirrorOfLanded } from './stored-landed-cost.ts'

/** Takes a landed cost back on its own day: its entry is reversed, and the cost is where the bill posted it. Answers the bill. */
export const takeBackLandedCost = (context: Context, id: number): Promise<number> =>
  runWrite(context, { needs, decide }, id)

const rowOf = ({ db }: Context, id: number) => db.selectFrom('landed_costs').selectAll().where('id', '=', id)
type Row = Awaited<ReturnType<ReturnType<typeof rowOf>['executeTakeFirstOrThrow']>>

const locked = (id: number): Need<Row | undefined> => ({
  lock: 'records',
  load: (context) => rowOf(context, id).forUpdate().executeTakeFirst(),
})

async function needs(context: Context, id: number) {
  const unlocked = await rowOf(context, id).executeTakeFirst()
  if (!unlocked) throw new Refusal('not_found')
  const { cost_date, bill_id } = unlocked
  return {
    unlocked: known(unlocked),
    calendar: calendarFrom(cost_date),
    bill: lockedDocuments([bill_id], null),
    stored: locked(id),
    stock: stockFrom(cost_date, { movedBy: { landed_cost_id: id } }),
    mirror: mirrorOfLanded(id),
    entries: activeEntriesOf(landedCostSource, bill_id),
    branches: branchStockFrom(cost_date),
    accounts: postingAccounts,
  }
}

function decide(caller: Caller, facts: FactsOf<Awaited<ReturnType<typeof needs>>>, id: number): Decision<number> {
  const { stored, mirror, calendar } = facts
  if (!stored) throw new Refusal('not_found')
  if (stored.state === 'void') throw new Refusal('landed_taken_back')
  const { cost_date: date, bill_id, entry_id } = stored
  const period = calendar.open(date, 'date', 'purchases')
  refuseSpentStock(facts.stock, mirror, 'landed_moved_on')
  const plan = new Plan(caller, facts.accounts)
  const entry = facts.entries.find((one) => one.id === entry_id)
  if (!entry) throw new Refusal('conflict_retry')
  const { source_revision } = entry.head
  const reversal = plan.reverse(period, entry, { date, source_revision })
  new PlannedStock(plan, facts.stock).move(mirror, reversal)
  planBranchSupply(plan, facts, {
    head: { source: landedCostSource, source_id: bill_id, source_revision },
    periodOf: (day) => calendar.open(day, 'date', 'purchases'),
  })
  plan.change('landed_costs', id, { state: 'void', voided_at: caller.now })
  return { plan, result: () => bill_id }
}
