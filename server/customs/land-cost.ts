import type { LandedCostInput } from '#contract/documents/landed-costs.ts'
import type { FieldErrors } from '#contract/issues.ts'
import { landedCostEntry, spreadCost } from '#ledger/goods/landed-cost.ts'
import { type Decimal, decimal, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { type FactsOf, known, read } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import { lockedDocuments } from '#server/documents/posting/locked-documents.ts'
import { requireCurrencyPrecision } from '#server/journal/posting/check-precision.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import { calendarFrom } from '#server/posting/facts/calendar.ts'
import type { NewId } from '#server/posting/placeholders.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, decideWrite, runWrite } from '#server/posting/run-write.ts'
import { PlannedStock } from '#server/stock/planned-stock.ts'
import { stockFrom } from '#server/stock/stock-facts.ts'
import { type AddedCost, planAddedCost } from './added-cost.ts'
import { productsOf } from './declaration-figures.ts'
import { type ArrivedGoods, arrivedGoods } from './landed-goods.ts'
import {
  type LandableRow,
  landableRows,
  landedCostSource,
  landedCountOf,
  lockedReceipts,
} from './stored-landed-cost.ts'

type LandedCostRequest = LandedCostInput & { id: number }

/** Spreads the cost of a bill's row over goods that came in by bills and goods receipts. */
export const landing = { needs, decide }

export const landCost = (context: Context, asked: LandedCostRequest): Promise<number> =>
  runWrite(context, landing, asked)

export const previewLanding = async (context: Context, asked: LandedCostRequest): Promise<Plan> =>
  (await decideWrite(context, landing, asked)).plan

async function needs(context: Context, { id, date, goods }: LandedCostRequest) {
  if (date > context.today) throw new Refusal('date_in_future', { field: 'date' })
  const arrivals = {
    bill_ids: goods.flatMap(({ bill_id }) => bill_id ?? []),
    receipt_ids: goods.flatMap(({ goods_receipt_id }) => goods_receipt_id ?? []),
  }
  const unlocked = await arrivedGoods(context, arrivals)
  const products = [...new Set(unlocked.map(({ product_id }) => product_id))]
  return {
    calendar: calendarFrom(date),
    documents: lockedDocuments([id, ...arrivals.bill_ids], null),
    receipts: lockedReceipts(arrivals.receipt_ids),
    rows: read((own) => landableRows(own, id)),
    arrived: read((own) => arrivedGoods(own, arrivals)),
    products: productsOf({ lines: products.map((product_id) => ({ product_id })) }),
    known: known(new Set(products)),
    count: landedCountOf(id),
    stock: stockFrom(date, { products }),
    accounts: postingAccounts,
  }
}
type Facts = FactsOf<Awaited<ReturnType<typeof needs>>>

function decide(caller: Caller, facts: Facts, asked: LandedCostRequest): Decision<number> {
  const bill = facts.documents.get(asked.id)
  if (bill?.kind !== 'bill') throw new Refusal('not_found')
  if (bill.state !== 'posted') throw new Refusal('document_not_posted')
  const row = facts.rows.find(({ line_number }) => line_number === asked.line_number)
  if (!row) throw new Refusal('row_bears_no_cost', { field: 'line_number' })
  const amount = amountToSpread(caller, facts, asked, row)
  const goods = askedGoods(facts, asked)
  const early = [bill.document_date, ...goods.map(({ day }) => day)].toSorted().at(-1) as string
  if (asked.date < early) throw new Refusal('landed_date_early', { field: 'date', params: { day: early } })
  const period = facts.calendar.open(asked.date, 'date', 'purchases')
  const { decimals } = caller.session.organization
  const amounts = spreadCost(amount, asked.basis, goods, decimals)
  if (!amounts) throw new Refusal('landed_without_basis', { field: 'basis' })
  const plan = new Plan(caller, facts.accounts)
  const stock = new PlannedStock(plan, facts.stock)
  const lines = goods.map((one, index): AddedCost => {
    const { product_id, quantity } = one
    return { product_id, quantity, amount: amounts[index] as Decimal }
  })
  // Of what was there on the day and at each later time: value never stays without goods.
  const leastOnHand = (product: number) =>
    stock
      .balancesFrom(product, asked.date)
      .map(({ quantity }) => quantity)
      .reduce((least, quantity) => (quantity.lt(least) ? quantity : least))
  const added = planAddedCost(lines, { products: facts.products, onHand: leastOnHand, decimals })
  const head = { source: landedCostSource, source_id: bill.id, source_revision: facts.count + 1, date: asked.date }
  const { account_id, cost_center_id, product_id } = row
  const entry_id = plan.post(
    period,
    { ...head, kind: 'stock', description: bill.number },
    landedCostEntry({
      branch_id: bill.branch_id,
      document_id: bill.id,
      costs: added.costs,
      from: { account: account_id, cost_center_id, product_id },
    }),
  )
  const id = plan.addNamed('landed_costs', {
    bill_id: bill.id,
    line_number: row.line_number,
    cost_date: asked.date,
    basis: asked.basis,
    amount: text(amount),
    entry_id,
    created_by: caller.session.user_id,
  })
  planGoods(plan, id, goods, added.lines)
  stock.move(
    added.moves.map((move) => ({ ...move, date: asked.date, landed_cost_id: id })),
    entry_id,
  )
  return { plan, result: () => id.value }
}

/** All that is left of the row, or a part of it. */
function amountToSpread(
  { session }: Caller,
  { accounts }: Facts,
  { amount }: LandedCostRequest,
  { left }: LandableRow,
) {
  if (decimal(left).eq(0)) throw new Refusal('row_landed', { field: 'line_number' })
  if (!amount) return decimal(left)
  requireCurrencyPrecision(accounts, session.organization.currency_id, { amount })
  if (decimal(amount).gt(left)) throw new Refusal('landed_exceeds_row', { field: 'amount', params: { left } })
  return decimal(amount)
}

type Bearer = ArrivedGoods & { weight: string | null }

/** The goods in the order in which they were named, each once; every refusal is on its row. */
function askedGoods({ arrived, known: products }: Facts, { goods, basis }: LandedCostRequest): Bearer[] {
  const errors: FieldErrors = {}
  const keyOf = (one: { bill_id?: number | null; goods_receipt_id?: number | null; line_number: number }) =>
    `${one.bill_id ?? ''}:${one.goods_receipt_id ?? ''}:${one.line_number}`
  const byKey = new Map(arrived.map((row) => [keyOf(row), row]))
  const seen = new Set<string>()
  const found = goods.flatMap((one, index): Bearer[] => {
    const key = keyOf(one)
    const row = byKey.get(key)
    const field = `goods.${index}`
    if (!row || (one.bill_id && one.goods_receipt_id)) errors[`${field}.line_number`] = { code: 'unknown_row' }
    else if (seen.has(key)) errors[`${field}.line_number`] = { code: 'row_repeated' }
    else if (basis === 'weight' && !weightOf(one, row)) errors[`${field}.weight`] = { code: 'required' }
    else if (basis !== 'weight' && one.weight) errors[`${field}.weight`] = { code: 'weight_without_use' }
    seen.add(key)
    return row ? [{ ...row, weight: basis === 'weight' ? weightOf(one, row) : null }] : []
  })
  if (Object.keys(errors).length > 0) throw new Refusal('invalid_input', { errors })
  if (found.some(({ product_id }) => !products.has(product_id))) throw new Refusal('conflict_retry')
  return found
}

/** As typed of the whole row, or what its product weighs. */
const weightOf = ({ weight }: { weight?: string | null | undefined }, row: ArrivedGoods): string | null =>
  weight ?? row.weight

type Shared = { amount: Decimal; stock_amount: Decimal }

function planGoods(plan: Plan, landed_cost_id: NewId, goods: readonly Bearer[], lines: readonly Shared[]): void {
  for (const [index, { bill_id, goods_receipt_id, line_number, product_id, quantity, weight }] of goods.entries()) {
    const { amount, stock_amount } = lines[index] as Shared
    plan.add('landed_cost_lines', {
      landed_cost_id,
      line_number: index + 1,
      document_id: bill_id,
      goods_note_id: goods_receipt_id,
      source_line: line_number,
      product_id,
      quantity,
      weight,
      amount: text(amount),
      stock_amount: text(stock_amount),
    })
  }
}
