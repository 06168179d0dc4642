import { decimal, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { keepsPlace } from '#server/core/kept-places.ts'
import { type FactsOf, known } from '#server/core/needs.ts'
import { referencedRows, requireReferences } from '#server/core/references.ts'
import { Refusal } from '#server/core/refusal.ts'
import { requireUnmovedDate } from '#server/journal/periods.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import { calendarFrom } from '#server/posting/facts/calendar.ts'
import { type Id, NewId } from '#server/posting/placeholders.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'
import { branchStockFrom, planBranchSupply } from '#server/stock/branch-stock.ts'
import { lockedPlaces } from '#server/stock/locked-places.ts'
import { textOfLots, withStoredDays } from '#server/stock/lots/row-lots.ts'
import { PlannedStock } from '#server/stock/planned-stock.ts'
import { stockFrom } from '#server/stock/stock-facts.ts'
import { stockedProducts } from '#server/stock/stocked-products.ts'
import { type CountForm, type CountInput, movedPlace, planCount, requireCounted, sheet } from './plan-count.ts'
import { entryOfCount, planReversedCount } from './reverse-count.ts'
import { requireStoredCount, type StoredCount, storedCount, unlockedCount } from './stored-count.ts'

type Input = { id: number | null; input: CountInput; form: CountForm }

/**
 * Posts a count, or corrects one: the old differences are reversed on their date, then the new ones are posted. The
 * book quantity is read under the lock, so a sale confirmed during the count is not counted twice.
 */
export const saveCount = (
  context: Context,
  id: number | null,
  input: CountInput,
  form: CountForm = sheet,
): Promise<number> => runWrite(context, countRule, { id, input, form })

export const countRule = { needs, decide }

async function needs(context: Context, { id, input }: Input) {
  const unlocked = id === null ? undefined : await unlockedCount(context, id)
  const days = [input.count_date, unlocked?.count_date ?? input.count_date].sort()
  const products = input.lines.map((line) => line.product_id)
  const counted = {
    products,
    movedBy: id === null ? undefined : { stock_count_id: id },
    lots: input.lines,
    allLots: true,
  }
  return {
    unlocked: known(unlocked),
    calendar: calendarFrom(...days),
    stored: id === null ? known(null) : storedCount(id),
    stock: stockFrom(days[0] as string, counted),
    places: lockedPlaces([...new Set([input.place_id, unlocked?.place_id].flatMap((place) => place ?? []))]),
    references: referencedRows({ branch_id: ['branches', input.branch_id, {}, 'active'] }),
    products: stockedProducts(counted),
    branches: branchStockFrom(days[0] as string),
    entries: id === null ? known([]) : entryOfCount(id),
    accounts: postingAccounts,
  }
}
type Facts = FactsOf<Awaited<ReturnType<typeof needs>>>

function decide(caller: Caller, facts: Facts, { id, input: asked, form }: Input): Decision<number> {
  const lines = withStoredLots(asked.lines, facts.stored?.lines ?? [])
  const input = {
    ...asked,
    lines,
    place_id: asked.place_id === undefined ? facts.unlocked?.place_id : asked.place_id,
  }
  if (input.count_date > caller.today) throw new Refusal('date_in_future', { field: form.fieldOf('count_date') })
  const plan = new Plan(caller, facts.accounts)
  const stored = id === null ? null : requireStored(facts, input)
  requireKept(caller, facts, [input.place_id, ...(stored ? [stored.place_id] : [])], form)
  // Notes are no figures: they are written also where the period is locked (accounting rule B4), or a product no longer stocked.
  if (stored && facts.stored && isSameCount(stored, facts.stored.lines, input)) {
    const { notes } = input
    if (notes !== undefined) plan.change('stock_counts', stored.id, { notes, version: stored.version + 1 })
    return { plan, result: () => stored.id }
  }
  requireReferences(facts.references, { branch_id: stored?.branch_id })
  requirePlace(facts, input.place_id, stored?.place_id)
  requireCounted(input, facts)
  const period = facts.calendar.open(input.count_date, form.fieldOf('count_date'), 'stock')
  const stock = new PlannedStock(plan, facts.stock)
  if (stored && facts.stored) {
    const oldPeriod = facts.calendar.open(stored.count_date, 'count_date', 'stock')
    planReversedCount(plan, stock, oldPeriod, { ...facts, stored: facts.stored })
    plan.remove('stock_count_lines', { stock_count_id: stored.id })
  }
  const saved: Id = stored?.id ?? new NewId('stock_counts')
  planCount(plan, caller, { ...facts, stock, period }, { id: saved, stored, input, form })
  if (stored)
    planBranchSupply(plan, facts, {
      head: { source: 'inventory_count', source_id: stored.id, source_revision: stored.revision + 1 },
      periodOf: (day) => facts.calendar.open(day, form.fieldOf('count_date'), 'stock'),
    })
  return { plan, result: () => (typeof saved === 'number' ? saved : saved.value) }
}

function requireStored({ stored, unlocked }: Facts, { version }: CountInput) {
  if (!stored || !unlocked) throw new Refusal('not_found')
  const row = requireStoredCount(stored, version)
  requireUnmovedDate(unlocked.count_date, row.count_date)
  if (unlocked.place_id !== row.place_id) throw new Refusal('conflict_retry')
  return row
}

function requirePlace({ places }: Facts, id: number | null | undefined, stored: number | null | undefined): void {
  if (!id) return
  const place = places.get(id)
  if (!place) throw new Refusal('invalid_input', { errors: { place_id: { code: 'unknown_reference' } } })
  if (place.status !== 'active' && id !== stored)
    throw new Refusal('invalid_input', { errors: { place_id: { code: 'inactive_reference' } } })
}

/** Who keeps places counts no other. */
function requireKept(
  { session }: Caller,
  { places }: Facts,
  counted: readonly (number | null | undefined)[],
  { fieldOf }: CountForm,
): void {
  if (counted.some((id) => !keepsPlace(session, movedPlace(places, id))))
    throw new Refusal('place_not_kept', { field: fieldOf('place_id') })
}

/** Lots that a row does not name are those that were stored for the same count of it, and a day that it leaves out is the stored one. */
const withStoredLots = (lines: CountInput['lines'], stored: StoredCount['lines']): CountInput['lines'] =>
  lines.map((line) => {
    const before = stored.find(({ product_id }) => product_id === line.product_id)
    const isSame = line.lots === undefined && before !== undefined && decimal(before.counted).eq(line.counted)
    if (isSame) return { ...line, lots: before.lots }
    return line.lots ? { ...line, lots: withStoredDays(line.lots, before?.lots) } : line
  })

type Head = Pick<CountInput, 'count_date' | 'branch_id' | 'place_id'>

/** A count with unchanged content moves nothing: neither quantity nor value (accounting rules B3, I29). */
function isSameCount(stored: Head, lines: readonly CountInput['lines'][number][], input: CountInput): boolean {
  const shape = ({ count_date, branch_id, place_id = null }: Head, counted: typeof lines) =>
    JSON.stringify([
      count_date,
      branch_id,
      place_id,
      counted.map((line) => [line.product_id, text(decimal(line.counted)), textOfLots(line.lots, line.counted)]),
    ])
  return shape(stored, lines) === shape(input, input.lines)
}
