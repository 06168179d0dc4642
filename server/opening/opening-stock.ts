import type { SentLot } from '#contract/fields/lot-rows.ts'
import type { FieldErrors } from '#contract/issues.ts'
import { reverse } from '#ledger/entry.ts'
import { type Decimal, decimal, round, text } from '#ledger/money.ts'
import { openingStockEntry } from '#ledger/posting/opening-stock.ts'
import type { Context } from '#server/core/context.ts'
import { type FactsOf, known } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import { calendarFrom } from '#server/posting/facts/calendar.ts'
import { type Caller, Plan, type PlannedHead } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'
import { branchStockFrom, planBranchSupply } from '#server/stock/branch-stock.ts'
import { differenceOfLots } from '#server/stock/lots/counted-lots.ts'
import { refuseLots, withExpiry } from '#server/stock/lots/leaving-lots.ts'
import {
  changesOf,
  type LotChange,
  lotsColumn,
  rowsWithLots,
  type StatedLot,
  storedLots,
  textOfLots,
  withStoredDays,
} from '#server/stock/lots/row-lots.ts'
import { PlannedStock } from '#server/stock/planned-stock.ts'
import { refuseSpentStock } from '#server/stock/spent-stock.ts'
import type { Goods } from '#server/stock/stock-balances.ts'
import { stockFrom } from '#server/stock/stock-facts.ts'
import { type StockedProducts, stockedProducts } from '#server/stock/stocked-products.ts'
import { type Before, hasChangedDateOrBranch, type Opening, type OpeningInput } from './opening-changes.ts'

type Row = Omit<OpeningInput['stock'][number], 'lots'> & { lots?: readonly SentLot[] | null | undefined }
type StoredRow = Pick<Row, 'product_id' | 'quantity' | 'unit_cost'> & { lots: StatedLot[] | null }
type Change = Goods & { product_id: number; lots: LotChange[]; revision: number; at: Opening; field: string }
type Input = { rows: readonly Row[]; now: Opening; before: Before }

/**
 * Opening stock by product (V36). Corrected by the difference only, so that goods which were sold since stay sold;
 * refused where the difference would leave less than nothing on any later day.
 */
export const saveOpeningStock = (context: Context, rows: readonly Row[], now: Opening, before: Before): Promise<void> =>
  runWrite(context, { needs, decide }, { rows, now, before })

async function needs({ db }: Context, { rows, now, before }: Input) {
  // The head of the opening is locked: no other request changes its parts.
  const read = before ? await db.selectFrom('opening_stock').selectAll().orderBy('product_id').execute() : []
  const stored = read.map((row) => ({ ...row, lots: storedLots(row.lots) }))
  const products = rows.map((row) => row.product_id)
  const isChanged =
    hasChangedDateOrBranch(now, before) ||
    stored.some(
      (old) => !isSame(old, rows.find((row) => row.product_id === old.product_id) ?? { ...old, quantity: '0' }),
    )
  const [first] = [now.date, before?.date ?? now.date].sort() as [string]
  return {
    stored: known(stored),
    products: stockedProducts({ products }),
    stock: stockFrom(first, {
      products: [...stored.map((row) => row.product_id), ...products],
      lots: [...stored, ...rows],
    }),
    calendar: isChanged ? calendarFrom(first) : known(null),
    branches: isChanged ? branchStockFrom(first) : known({ from: first, changes: [] }),
    accounts: postingAccounts,
  }
}
type Facts = FactsOf<Awaited<ReturnType<typeof needs>>>

function decide(caller: Caller, facts: Facts, { rows, now, before }: Input): Decision<void> {
  const stored = new Map(facts.stored.map((row) => [row.product_id, row]))
  requireStocked(facts.products, rows, stored)
  const plan = new Plan(caller, facts.accounts)
  const stock = new PlannedStock(plan, facts.stock)
  const completed = rows.map((row) => ({ ...row, lots: lotsGiven(row, stored.get(row.product_id)) }))
  const known = rowsWithLots(completed, (product) => stock.lots.of(product), 'stock')
  const wanted = known.map((row, index) => ({ ...row, value: worthOf(caller, row), field: `stock.${index}.quantity` }))
  refuseOtherDays(stock, known)
  const moved = hasChangedDateOrBranch(now, before)
  const changes: Change[] = []
  for (const [product_id, old] of stored) {
    const next = wanted.find((row) => row.product_id === product_id)
    if (next && !moved) continue
    const took = {
      quantity: decimal(old.quantity).neg(),
      value: decimal(old.value).neg(),
      lots: changesOf(old.lots, -1),
    }
    if (before)
      changes.push({ product_id, ...took, revision: 2 * now.revision, at: before, field: next?.field ?? 'stock' })
  }
  for (const row of wanted) {
    const old = stored.get(row.product_id)
    const base = old && !moved ? old : { quantity: '0', value: '0', lots: null }
    const quantity = decimal(row.quantity).minus(base.quantity)
    const gave = { quantity, value: row.value.minus(base.value), lots: differenceOfLots(base.lots, row.lots) }
    changes.push({ ...gave, product_id: row.product_id, revision: 2 * now.revision + 1, at: now, field: row.field })
  }
  planChanges(plan, stock, changes)
  const [first] = changes
  const { calendar } = facts
  if (calendar && first)
    planBranchSupply(plan, facts, {
      head: { source: 'opening_stock', source_id: first.product_id, source_revision: first.revision },
      periodOf: (day) => calendar.open(day, 'opening_date', 'manual'),
    })
  for (const product_id of stored.keys())
    if (!wanted.some((row) => row.product_id === product_id)) plan.remove('opening_stock', { product_id })
  for (const { product_id, quantity, unit_cost, value, lots } of wanted)
    if (!isSame(stored.get(product_id), { product_id, quantity, unit_cost, lots })) {
      const columns = { quantity, unit_cost, value: text(value), lots: lotsColumn(withExpiry(stock, product_id, lots)) }
      plan.put('opening_stock', { product_id }, columns)
    }
  return { plan, result: () => undefined }
}

/** A row may change nothing but the day of a batch, which no move would refuse. */
function refuseOtherDays(stock: PlannedStock, rows: readonly { product_id: number; lots: StatedLot[] | null }[]): void {
  const errors: FieldErrors = {}
  for (const [index, { product_id, lots }] of rows.entries())
    stock.lots.refuseOtherDays(product_id, lots ?? [], errors, `stock.${index}`)
  refuseLots(errors)
}

/** Every change is checked on what those before it leave. */
function planChanges(plan: Plan, stock: PlannedStock, changes: readonly Change[]): void {
  const real = changes.filter(({ quantity, value, lots }) =>
    [quantity, value, ...lots.map((lot) => lot.quantity)].some((figure) => !figure.eq(0)),
  )
  for (const change of real) {
    const { product_id, quantity, value, at } = change
    const state = stock.of(product_id)
    const left = { quantity: state.quantity.plus(quantity), value: state.value.plus(value) }
    const sound = left.quantity.gte(0) && left.value.gte(0) && (left.quantity.gt(0) || left.value.eq(0))
    if (!sound) throw new Refusal('opening_moved_on', { field: change.field })
    const own = stock.moves.filter((move) => move.product_id === product_id)
    const move = { product_id, date: at.date, quantity, value }
    refuseSpentStock(stock.facts, [...own, move], 'opening_moved_on', change.field)
    const entry_id = plan.post(at.period, headOf(change), entryOf(change))
    stock.move([{ ...move, kind: 'opening', lots: change.lots }], entry_id, () => change.field)
  }
}

const headOf = ({ product_id, at, revision }: Change): PlannedHead => ({
  date: at.date,
  source: 'opening_stock',
  source_id: product_id,
  source_revision: revision,
  kind: 'opening',
})

function entryOf({ product_id, value, at }: Change) {
  const cost = openingStockEntry({ branch_id: at.branch_id, product_id, cost: value.abs() })
  return value.lt(0) ? reverse(cost) : cost
}

function worthOf({ session }: Caller, { quantity, unit_cost }: Row): Decimal {
  return round(decimal(quantity).times(unit_cost), session.organization.decimals)
}

/** Existing opening stock stays, even if its product is no longer stocked. */
function requireStocked(products: StockedProducts, rows: readonly Row[], stored: ReadonlyMap<number, StoredRow>): void {
  const errors: Record<string, { code: string }> = {}
  for (const [index, row] of rows.entries()) {
    const { product_id } = row
    const product = products.get(product_id)
    const twice = rows.findIndex((other) => other.product_id === product_id) < index
    if (!product) errors[`stock.${index}.product_id`] = { code: 'unknown_reference' }
    else if (twice) errors[`stock.${index}.product_id`] = { code: 'stock_counted_twice' }
    else if (!product.is_stocked && !isSame(stored.get(product_id), row))
      errors[`stock.${index}.product_id`] = { code: 'not_stocked' }
  }
  if (Object.keys(errors).length > 0) throw new Refusal('invalid_input', { errors })
}

/** Lots that a row does not name are those that were stored for the same quantity. */
const lotsGiven = ({ lots, quantity }: Row, old: StoredRow | undefined) =>
  lots === undefined && old && decimal(old.quantity).eq(quantity) ? old.lots : lots

const isSame = (old: StoredRow | undefined, row: Row): boolean =>
  old !== undefined &&
  decimal(old.quantity).eq(row.quantity) &&
  decimal(old.unit_cost).eq(row.unit_cost) &&
  (row.lots === undefined || textOfLots(old.lots) === textOfLots(withStoredDays(row.lots, old.lots), row.quantity))
