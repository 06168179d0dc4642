import type { Side } from '#contract/documents/sides.ts'
import type { Issue } from '#contract/e-invoice/verdict.ts'
import { sum, text, zero } from '#ledger/money.ts'
import { documentEntry } from '#ledger/posting/document.ts'
import { finalInvoiceEntry } from '#ledger/posting/final-invoice.ts'
import { stockRestEntry } from '#ledger/posting/stock-rest.ts'
import type { Context } from '#server/core/context.ts'
import { type FactsOf, known } from '#server/core/needs.ts'
import { needsOfOpened, planOpenedDeferrals } from '#server/deferrals/plan-opened.ts'
import { sayIssue } from '#server/e-invoicing/say-issue.ts'
import type { Calendar, Period } from '#server/journal/periods.ts'
import { creditOf } from '#server/parties/credit-exposure.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import type { Id, NextNumber } from '#server/posting/placeholders.ts'
import type { Caller, Plan } from '#server/posting/plan.ts'
import { branchStockFrom, supplyFromBranches } from '#server/stock/branch-stock.ts'
import type { PlannedStock } from '#server/stock/planned-stock.ts'
import { decideDeductions, deductedBy, type PlannedDeduction } from '../advances/advance-deductions.ts'
import { type AdvanceStates, advancesOf } from '../advances/advance-states.ts'
import { type AdvancesTaken, planDeductions } from '../advances/plan-deductions.ts'
import { type Facts, needsOfContent } from '../document-facts.ts'
import type { DocumentInput } from '../document-input.ts'
import type { PlannedGoods } from '../goods/planned-goods.ts'
import { refuseRejectedDraft } from '../issuing/refuse-rejected.ts'
import { deferredRows, postedStatus, postingFacts } from '../posting-context.ts'
import { planRetentionEntry, planRetentionRows, retainedColumns } from '../retention/plan-retention.ts'
import { requireSaleTaxes } from '../row-taxes.ts'
import { planMoves, type Rest, type StockPlan } from '../stock/stock-plan.ts'
import { costOf, type State } from '../write-document.ts'
import { requireVatRegistration } from './require-vat-registration.ts'

/** What the posting of a document must know beyond its locks. `first`: the first day on which the plan takes goods from a branch. */
export const needsOfPosted = (
  { services, language, session }: Context,
  side: Side,
  input: DocumentInput,
  { id, first, advances = input.advances ?? [] }: PostedRecord,
) => ({
  ...needsOfContent(side, input, { id }),
  ...needsOfOpened(input.items),
  credit:
    side.document === 'invoice'
      ? creditOf(
          { session },
          input.party_id,
          input.items.flatMap(({ order_line_id }) => order_line_id ?? []),
        )
      : known(null),
  advances: advancesOf(advances.map(({ advance_id }) => advance_id)),
  branches: mayTakeStock(side, input) ? branchStockFrom(first) : known({ from: first, changes: [] }),
  say: known((issue: Issue) => sayIssue({ services, language }, issue)),
  accounts: postingAccounts,
})
/** A sale does, and a bill that is less than its goods were received at. */
const mayTakeStock = (side: Side, { items }: DocumentInput): boolean =>
  side.name === 'sales' || items.some(({ goods_line_id }) => goods_line_id)
type PostedRecord = { id: number | null; first: string; advances?: readonly { advance_id: number }[] }
export type PostedFacts = FactsOf<ReturnType<typeof needsOfPosted>>

export type DocumentPosting = {
  side: Side
  id: number
  period: Period
  input: DocumentInput
  facts: Facts
  deductions: readonly PlannedDeduction[]
  goods: StockPlan
  revision: number
  is_tax_invoice: boolean
  /** Taken once everything else has been decided. */
  number: string | NextNumber
  /** The previous content of a posted document. */
  before?: DocumentInput
}

/** The deductions and the goods of a document, decided before its number. */
export function decideContent(
  caller: Caller,
  { advances }: { advances: AdvanceStates },
  content: Parameters<typeof planMoves>[1],
  { stock, rows }: Moving,
): Pick<DocumentPosting, 'deductions' | 'goods'> {
  const deductions = decideDeductions(content.input, content.facts, advances)
  return { deductions, goods: planMoves(caller, content, stock, rows) }
}

/** The stock, and the rows of goods notes, while the plan is made. */
export type Moving = { stock: PlannedStock; rows: PlannedGoods }
type Around = Moving & { calendar: Calendar; taken: AdvancesTaken; posted: PostedFacts }

/**
 * Plans the posting of a document: its entry, its rows by `write`, and what it moves. `write` gets what is stored with the content of a
 * posted document.
 */
export function planPosted(
  plan: Plan,
  caller: Caller,
  around: Around,
  posting: DocumentPosting,
  write: (state: State) => void,
): void {
  const { side, id, period, input, facts, deductions, goods, revision, number, is_tax_invoice } = posting
  const { accounts, branches, say } = around.posted
  requireVatRegistration(caller, side, facts)
  requireSaleTaxes(caller, side, facts, posting.before)
  refuseRejectedDraft({ ...caller, say }, side, input, facts)
  const { side: ledgerSide, documentFacts } = postingFacts(caller, side, id, input, facts, goods)
  const own =
    deductions.length === 0 ? documentEntry(ledgerSide, documentFacts) : finalInvoiceEntry(documentFacts, deductions)
  const leaving = { date: input.date, branch_id: input.branch_id, cost: leavingStock(side, goods) }
  const held = { facts: branches, accounts, entries: plan.entries }
  const entry = mayTakeStock(side, input) && facts.has_branches ? supplyFromBranches(held, own, leaving) : own
  const head = { date: input.date, kind: side.document, source: side.document, source_id: id }
  const entry_id = plan.post(period, { ...head, source_revision: revision, description: number }, entry)
  const deducted = text(deductedBy(deductions))
  const retention = planRetentionEntry(plan, caller, posting, deductedBy(deductions), number)
  write({
    state: 'posted',
    status: postedStatus(side, facts, deducted),
    number,
    entry_id,
    revision,
    posted_at: caller.now,
    is_tax_invoice,
    costs: goods.costs,
    lots: goods.lots,
    ...(deductions.length > 0 && { settled: deducted, settled_base: deducted, advances_deducted: deducted }),
    ...(retention && retainedColumns(retention, deductedBy(deductions))),
  })
  if (retention) planRetentionRows(plan, caller, posting, retention)
  planDeductions(plan, { id, date: input.date, revision, entry_id }, deductions, around.taken)
  around.stock.move(goods.moves, entry_id)
  around.rows.clear(
    { document_id: id },
    goods.taken.filter((one) => one !== null),
    entry_id,
  )
  planRests(plan, around, posting)
  const document = { id, date: input.date, branch_id: input.branch_id, period, number }
  planOpenedDeferrals(plan, caller, side, around.posted, document, deferredRows(input, documentFacts))
}

const leavingStock = ({ name }: Side, { costs, received }: StockPlan) =>
  name === 'sales' ? costOf(costs) : sum(received.map((one) => (one?.stock.lt(0) ? one.stock.neg() : zero)))

/**
 * The remaining value after all goods left, because later goods cost more than an earlier sale could absorb: a purchase
 * price variance on the day of the last of them (accounting rule 2.1-5).
 */
function planRests(plan: Plan, { calendar, stock }: Around, posting: DocumentPosting): void {
  const { side, id, input, goods, revision } = posting
  const days = [...Map.groupBy(goods.rests, ({ date }: Rest) => date)].sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [date, own] of days) {
    const head = { date, kind: 'stock', source: side.document, source_id: id, source_revision: revision } as const
    const entry = stockRestEntry({ branch_id: input.branch_id, document_id: id, lines: own })
    const entry_id: Id | null = plan.post(calendar.open(date, side.dateField, side.name), head, entry)
    const moves = own.map(({ product_id, value }) => ({
      product_id,
      kind: 'issue' as const,
      date,
      quantity: zero,
      value: value.neg(),
      document_id: id,
      line_number: null,
    }))
    stock.move(moves, entry_id)
  }
}
