import { sql } from 'kysely'
import { decimal, round } from '#ledger/money.ts'
import { openingStockEntry } from '#ledger/posting/opening-stock.ts'
import type { Context } from '#server/core/context.ts'
import { type FactsOf, known, type Need } from '#server/core/needs.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import { calendarFrom } from '#server/posting/facts/calendar.ts'
import { entriesWithin } from '#server/posting/facts/stored-entries.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'
import { branchStockFrom, planBranchSupply } from '#server/stock/branch-stock.ts'
import { PlannedStock } from '#server/stock/planned-stock.ts'
import { refuseSpentStock } from '#server/stock/spent-stock.ts'
import { stockFrom } from '#server/stock/stock-facts.ts'
import { firstBranch, requireBranch } from './first-branch.ts'

type Input = { product_id: number; quantity: string; purchase_price: string; date: string }

/** Opening stock of a new product at its purchase price, against the opening balances (V36). Answers the id of the entry. */
export const postOpeningStock = (context: Context, input: Input): Promise<number | null> =>
  runWrite(context, { needs, decide }, input)

const needs = (_: Context, { product_id, date }: Input) => ({
  calendar: calendarFrom(date),
  stock: stockFrom(date, { products: [product_id] }),
  branch: firstBranch,
  lowestRevision: lowestRevisionOf(product_id),
  accounts: postingAccounts,
})

function decide(
  caller: Caller,
  { calendar, stock, branch, lowestRevision, accounts }: FactsOf<ReturnType<typeof needs>>,
  { product_id, quantity, purchase_price, date }: Input,
): Decision<number | null> {
  const period = calendar.open(date, 'quantity', 'stock')
  const value = round(decimal(quantity).times(purchase_price), caller.session.organization.decimals)
  // Those of opening balances count up from two. What came with a product counts down from one, where it was taken back before.
  const source_revision = Math.min(lowestRevision ?? 2, 2) - 1
  const plan = new Plan(caller, accounts)
  const head = { date, kind: 'opening', source: 'opening_stock', source_id: product_id, source_revision } as const
  const entry = openingStockEntry({ branch_id: requireBranch(branch), product_id, cost: value })
  const entry_id = plan.post(period, head, entry)
  new PlannedStock(plan, stock).move(
    [{ product_id, kind: 'opening', date, quantity: decimal(quantity), value }],
    entry_id,
  )
  return { plan, result: () => entry_id?.value ?? null }
}

const lowestRevisionOf = (productId: number): Need<number | null> => ({
  load: async ({ db }) => {
    const { lowest } = await db
      .selectFrom('journal_entries')
      .select(({ fn }) => fn.min('source_revision').as('lowest'))
      .where('source', '=', 'opening_stock')
      .where('source_id', '=', productId)
      .executeTakeFirstOrThrow()
    return lowest
  },
})

type TakenBack = { product_id: number; entry_id: number }

/** Takes back what came with a product, while it is still there. */
export const takeBackOpeningStock = (context: Context, input: TakenBack): Promise<void> =>
  runWrite(context, { needs: needsOfReversal, decide: decideReversal }, input)

async function needsOfReversal({ db }: Context, { product_id, entry_id }: TakenBack) {
  // Moves are never changed.
  const move = await db
    .selectFrom('stock_moves')
    .select(['move_date', 'quantity', 'value'])
    .where('product_id', '=', product_id)
    .where('entry_id', '=', entry_id)
    .executeTakeFirstOrThrow()
  return {
    move: known(move),
    calendar: calendarFrom(move.move_date),
    stock: stockFrom(move.move_date, { products: [product_id] }),
    entries: entriesWithin(() => sql`SELECT ${entry_id}::bigint`),
    branches: branchStockFrom(move.move_date),
    lowestRevision: lowestRevisionOf(product_id),
    accounts: postingAccounts,
  }
}

function decideReversal(
  caller: Caller,
  {
    move,
    calendar,
    stock,
    entries,
    branches,
    lowestRevision,
    accounts,
  }: FactsOf<Awaited<ReturnType<typeof needsOfReversal>>>,
  { product_id }: TakenBack,
): Decision<void> {
  const { move_date: date, quantity, value } = move
  const period = calendar.open(date, 'quantity', 'stock')
  const plan = new Plan(caller, accounts)
  const mirror = { product_id, date, quantity: decimal(quantity).neg(), value: decimal(value).neg() }
  refuseSpentStock(stock, [mirror], 'opening_moved_on')
  const [entry] = entries
  const reversal = entry ? plan.reverse(period, entry, { date: entry.head.entry_date, source_revision: 1 }) : null
  new PlannedStock(plan, stock).move([{ ...mirror, kind: 'reversal' }], reversal)
  planBranchSupply(
    plan,
    { branches, accounts },
    {
      head: { source: 'opening_stock', source_id: product_id, source_revision: 1 - Math.min(lowestRevision ?? 0, 0) },
      periodOf: (day) => calendar.open(day, 'quantity', 'stock'),
    },
  )
  return { plan, result: () => undefined }
}
