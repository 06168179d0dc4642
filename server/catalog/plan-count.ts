import type { SentLot } from '#contract/fields/lot-rows.ts'
import type { FieldErrors } from '#contract/issues.ts'
import { type Decimal, decimal, max, sum, text } from '#ledger/money.ts'
import { stockCountEntry } from '#ledger/posting/stock-count.ts'
import { count } from '#ledger/stock.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Accounts } from '#server/journal/accounts.ts'
import type { Period } from '#server/journal/periods.ts'
import { type Id, NextNumber } from '#server/posting/placeholders.ts'
import type { Caller, Plan } from '#server/posting/plan.ts'
import { type BranchStockFacts, supplyFromBranches } from '#server/stock/branch-stock.ts'
import type { PlaceRows } from '#server/stock/locked-places.ts'
import { type CountedLots, countedLots } from '#server/stock/lots/counted-lots.ts'
import { refuseLots } from '#server/stock/lots/leaving-lots.ts'
import { lotsColumn } from '#server/stock/lots/row-lots.ts'
import type { PlannedStock } from '#server/stock/planned-stock.ts'
import { leastQuantity, type StockFacts, stockOf, valueAtMost } from '#server/stock/stock-balances.ts'
import type { StockedProducts } from '#server/stock/stocked-products.ts'
import type { StoredCount } from './stored-count.ts'

export type CountInput = {
  count_date: string
  branch_id: number
  /** Absent: on a stored count the place that it has, otherwise the main one. */
  place_id?: number | null | undefined
  notes?: string | null | undefined
  /** `value` is what the difference was worth, as an import says it: history is not computed again. */
  lines: readonly {
    product_id: number
    counted: string
    value?: string
    lots?: readonly SentLot[] | null | undefined
  }[]
  version?: number | undefined
  /** The number that an import brings. */
  number?: string
}
/** Which form counts, and where it shows what is refused. */
export type CountForm = { origin: 'sheet' | 'product_form'; fieldOf(path: string): string }
export const sheet: CountForm = { origin: 'sheet', fieldOf: (path) => path }
/** The product's form has one field for it all. */
export const productForm: CountForm = { origin: 'product_form', fieldOf: () => 'quantity' }

type CountedLine = CountedLots & {
  product_id: number
  book: Decimal
  counted: string
  quantity: Decimal
  value: Decimal
}

/**
 * Every counted product exists (active or not), is stocked, and is on one row only. A product that is no longer stocked
 * but got pieces back from a voided sale counts as stocked until it is counted to zero.
 */
export function requireCounted(
  { lines }: CountInput,
  { products, stock }: { products: StockedProducts; stock: StockFacts },
): void {
  const seen = new Set<number>()
  const errors: Record<string, { code: string }> = {}
  for (const [index, { product_id }] of lines.entries()) {
    const product = products.get(product_id)
    const code = !product
      ? 'unknown_reference'
      : seen.has(product_id)
        ? 'stock_counted_twice'
        : product.is_stocked || stockOf(stock, product_id).quantity.gt(0)
          ? undefined
          : 'not_stocked'
    if (code) errors[`lines.${index}.product_id`] = { code }
    seen.add(product_id)
  }
  if (Object.keys(errors).length > 0) throw new Refusal('invalid_input', { errors })
}

type Facts = {
  stock: PlannedStock
  places?: PlaceRows
  products: StockedProducts
  branches: BranchStockFacts
  accounts: Accounts
  period: Period
}
type Content = { id: Id; stored: StoredCount['row'] | null; input: CountInput; form: CountForm }

/** Plans the content of a count: its row and lines, the entry of its differences, and their moves. */
export function planCount(plan: Plan, caller: Caller, facts: Facts, content: Content): void {
  const { id, stored, input, form } = content
  const lines = differencesOf(caller, facts, input, form)
  const revision = (stored?.revision ?? 0) + 1
  const entry_id = postDifferences(plan, facts, content, lines, revision)
  const columns = {
    count_date: input.count_date,
    branch_id: input.branch_id,
    place_id: input.place_id ?? null,
    notes: input.notes === undefined ? (stored?.notes ?? null) : input.notes,
    value: text(sum(lines.map((line) => line.value))),
    revision,
    entry_id,
  }
  if (stored) plan.change('stock_counts', stored.id, { ...columns, version: stored.version + 1 })
  else
    plan.add('stock_counts', {
      ...columns,
      id,
      number: numberOf(plan, input),
      origin: form.origin,
      created_by: caller.session.user_id,
    })
  for (const [index, line] of lines.entries())
    plan.add('stock_count_lines', {
      stock_count_id: id,
      line_number: index + 1,
      product_id: line.product_id,
      book_quantity: text(line.book),
      counted: line.counted,
      value: text(line.value),
      lots: lotsColumn(line.lots),
    })
  const place_id = movedPlace(facts.places, input.place_id)
  const moves = lines
    // Where one batch has less and another more, only they move.
    .filter((line) => !line.quantity.eq(0) || line.changes.some((lot) => !lot.quantity.eq(0)))
    .map(({ product_id, quantity, value, changes }) => ({
      product_id,
      kind: 'count' as const,
      date: input.count_date,
      quantity,
      value,
      stock_count_id: id,
      place_id,
      lots: changes,
    }))
  const rowOf = (product: number) => input.lines.findIndex(({ product_id }) => product_id === product)
  facts.stock.move(moves, entry_id, ({ product_id }) => form.fieldOf(`lines.${rowOf(product_id)}.counted`))
}

function numberOf(plan: Plan, { number, count_date }: CountInput): string | NextNumber {
  const series = { kind: 'count', prefix: 'STK', date: count_date } as const
  if (number === undefined) return new NextNumber(series)
  plan.takeOver(series, number)
  return number
}

function postDifferences(
  plan: Plan,
  { period, accounts, branches }: Facts,
  { id, input }: Content,
  lines: readonly CountedLine[],
  source_revision: number,
): Id | null {
  const { count_date: date, branch_id } = input
  const lost = sum(lines.map((line) => line.value)).neg()
  const planned = { facts: branches, accounts, entries: plan.entries }
  const entry = supplyFromBranches(planned, stockCountEntry({ branch_id, lines }), { date, branch_id, cost: lost })
  const head = { date, kind: 'stock', source: 'inventory_count', source_id: id, source_revision } as const
  return plan.post(period, head, entry)
}

/** The place that changes: null for the main one. */
export const movedPlace = (places: PlaceRows | undefined, id: number | null | undefined): number | null =>
  id && !places?.get(id)?.is_main ? id : null

/**
 * The counted quantity less what the place has in the books of that day, at today's average; the form of a product says all there is. Refused if
 * later days become negative.
 */
function differencesOf(
  caller: Caller,
  { stock, products, places }: Facts,
  { lines, count_date, place_id }: CountInput,
  form: CountForm,
): CountedLine[] {
  const { decimals } = caller.session.organization
  const errors: FieldErrors = {}
  const counted = lines.map(({ product_id, counted, lots, value: imported }, index): CountedLine => {
    const balances = stock.balancesFrom(product_id, count_date)
    const place = { product_id, place_id: movedPlace(places, place_id), date: count_date }
    const isOfAll = form.origin === 'product_form'
    const book = isOfAll ? balances[0].quantity : stock.heldInPlace(place)
    const quantity = decimal(counted).minus(book)
    const least = (isOfAll ? leastQuantity(balances) : stock.leastInPlace(place)).plus(quantity)
    if (quantity.lt(0) && least.lt(0)) {
      const minimum = text(decimal(counted).minus(least))
      throw new Refusal('counted_too_low', { field: form.fieldOf(`lines.${index}.counted`), params: { minimum } })
    }
    const state = stock.of(product_id)
    const price = products.get(product_id)?.purchase_price ?? '0'
    const { value } = count(state, state.quantity.plus(quantity), price, decimals)
    // The last piece takes all that is left.
    const isLast = state.quantity.plus(quantity).eq(0)
    const own = countedLots(stock, { ...place, counted, lots, book }, errors, `lines.${index}`)
    const line = { product_id, book, counted, quantity, ...own }
    return { ...line, value: imported === undefined || isLast ? value : max(decimal(imported), state.value.neg()) }
  })
  refuseLots(Object.fromEntries(Object.entries(errors).map(([path, error]) => [form.fieldOf(path), error])))
  return counted.map((line) => cappedLoss(caller, stock, line, count_date, form.fieldOf('count_date')))
}

/** Limits the value of a shortage counted on an earlier day to what the stock was worth on that day. */
function cappedLoss(caller: Caller, stock: PlannedStock, line: CountedLine, date: string, field: string): CountedLine {
  const { product_id, quantity, value } = line
  const state = stock.of(product_id)
  if (quantity.gte(0) || state.last_move_date === null || state.last_move_date <= date) return line
  const leaving = { quantity: quantity.neg(), value: value.neg() }
  const most = valueAtMost(stock.balancesFrom(product_id, date), leaving, caller.session.organization.decimals)
  if (most === undefined) return line
  // No goods would be left to carry the present value of the rest.
  if (state.quantity.plus(quantity).eq(0) && !state.value.eq(most))
    throw new Refusal('worth_less_then', { field, params: { date: state.last_move_date } })
  return { ...line, value: most.neg() }
}
