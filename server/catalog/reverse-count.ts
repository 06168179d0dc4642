import { sql } from 'kysely'
import type { Context } from '#server/core/context.ts'
import { requireKeptRecord } from '#server/core/kept-places.ts'
import { type FactsOf, known } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import { type Period, requireUnmovedDate } from '#server/journal/periods.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import { calendarFrom } from '#server/posting/facts/calendar.ts'
import { entriesWithin, type StoredEntry } from '#server/posting/facts/stored-entries.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'
import { branchStockFrom, planBranchSupply } from '#server/stock/branch-stock.ts'
import { lockedPlaces, type PlaceRows } from '#server/stock/locked-places.ts'
import { PlannedStock } from '#server/stock/planned-stock.ts'
import { refuseSpentStock } from '#server/stock/spent-stock.ts'
import { stockFrom } from '#server/stock/stock-facts.ts'
import { type StockedProducts, stockedProducts } from '#server/stock/stocked-products.ts'
import { movedPlace } from './plan-count.ts'
import { requireStoredCount, type StoredCount, storedCount, unlockedCount } from './stored-count.ts'

/** The entry that a count posted with its present content. */
export const entryOfCount = (id: number) =>
  entriesWithin(
    (organization) => sql`SELECT entry_id FROM stock_counts WHERE organization_id = ${organization} AND id = ${id}`,
  )

/** Voids a count: its differences are reversed, its number is not reused. */
export const voidCount = (context: Context, id: number): Promise<void> => runWrite(context, { needs, decide }, id)

async function needs(context: Context, id: number) {
  const unlocked = await unlockedCount(context, id)
  if (!unlocked) throw new Refusal('not_found')
  const moved = { movedBy: { stock_count_id: id } }
  return {
    unlocked: known(unlocked),
    calendar: calendarFrom(unlocked.count_date),
    stored: storedCount(id),
    places: lockedPlaces(unlocked.place_id === null ? [] : [unlocked.place_id]),
    stock: stockFrom(unlocked.count_date, moved),
    products: stockedProducts(moved),
    entries: entryOfCount(id),
    branches: branchStockFrom(unlocked.count_date),
    accounts: postingAccounts,
  }
}

function decide(caller: Caller, facts: FactsOf<Awaited<ReturnType<typeof needs>>>, id: number): Decision<void> {
  const period = facts.calendar.open(facts.unlocked.count_date, 'count_date', 'stock')
  const row = requireStoredCount(facts.stored, undefined)
  requireUnmovedDate(facts.unlocked.count_date, row.count_date)
  requireKeptRecord(caller.session, movedPlace(facts.places, row.place_id))
  const plan = new Plan(caller, facts.accounts)
  planReversedCount(plan, new PlannedStock(plan, facts.stock), period, facts)
  planBranchSupply(plan, facts, {
    head: { source: 'inventory_count', source_id: id, source_revision: row.revision + 1 },
    periodOf: (day) => facts.calendar.open(day, 'count_date', 'stock'),
  })
  plan.change('stock_counts', id, { state: 'void', voided_at: caller.now, version: row.version + 1 })
  return { plan, result: () => undefined }
}

type Facts = { stored: StoredCount; places: PlaceRows; products: StockedProducts; entries: readonly StoredEntry[] }

/** Plans the mirror of what a count moved, on its own date. Refused if its surplus was issued later (accounting rule B4.4). */
export function planReversedCount(
  plan: Plan,
  stock: PlannedStock,
  period: Period,
  { stored: { row, mirror }, places, products, entries }: Facts,
): void {
  refuseSpentStock(stock.facts, mirror, 'count_moved_on')
  // A product became unlimited after a count to zero (V54): that count cannot be voided while the product is not stocked.
  if (mirror.some(({ product_id }) => !products.get(product_id)?.is_stocked))
    throw new Refusal('count_of_unstocked', { field: 'status' })
  const [entry] = entries
  const at = { date: entry?.head.entry_date ?? '', source_revision: row?.revision ?? 1 }
  const place_id = movedPlace(places, row?.place_id)
  const back = mirror.map((move) => ({ ...move, place_id }))
  stock.move(back, entry ? plan.reverse(period, entry, at) : null)
}
