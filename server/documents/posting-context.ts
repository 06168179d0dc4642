import type { Side } from '#contract/documents/sides.ts'
import type { Account } from '#ledger/account.ts'
import { type Decimal, decimal, round, text, zero } from '#ledger/money.ts'
import { type DocumentFacts, type LineDiscount, lineBase } from '#ledger/posting/document.ts'
import { incomeAccount, purchaseAccount, unmoved } from '#ledger/posting/product-account.ts'
import type { Side as LedgerSide } from '#ledger/posting/side.ts'
import { settlementStatus } from '#ledger/settlement-status.ts'
import type { Context } from '#server/core/context.ts'
import type { DeferredRow } from '#server/deferrals/plan-opened.ts'
import { ledgerSides } from '#server/journal/posting/posting-sides.ts'
import type { Facts } from './document-facts.ts'
import type { DocumentInput } from './document-input.ts'
import type { Product, Tax } from './document-references.ts'
import type { StockPlan } from './stock/stock-plan.ts'

/** The same document in the ledger's words. */
export function postingFacts(
  context: Pick<Context, 'session'>,
  side: Side,
  id: number,
  input: DocumentInput,
  facts: Facts,
  plan: Pick<StockPlan, 'costs' | 'taken' | 'received'>,
): { side: LedgerSide; documentFacts: DocumentFacts } {
  const isBase = input.currency_id === context.session.organization.currency_id
  const taxes = facts.totals.taxes.map((tax, index) => {
    const own = facts.rowTaxes.find(({ id }) => String(id) === tax.key)
    return {
      tax_id: own?.id ?? null,
      box: own ? boxOf(side, own) : null,
      self_assessed: facts.posted.self_assessed[index],
    }
  })
  const accountOf = accounts[side.document]
  const productOf = (product_id: number, cost: Decimal | null | undefined) => {
    const product = facts.products.get(product_id) as Product
    return cost ? product : unmoved(product)
  }
  const lines = input.items.map((item, index) => ({
    ...rowPosting(side, accountOf, productOf(item.product_id, plan.costs[index]), item.cost_center_id),
    is_free: decimal(item.price).eq(0),
    // The goods of a bill are received at the value of the row; only an issue has a cost in addition to its price.
    stock_cost: side.name === 'sales' ? (plan.costs[index] ?? null) : null,
    delivered_from: side.name === 'sales' ? (plan.taken[index]?.branch_id ?? null) : null,
    received: plan.received[index] ?? null,
    discount: side.document === 'invoice' ? discountOf(context, facts, index) : null,
  }))
  const documentFacts = {
    branch_id: input.branch_id,
    party_id: input.party_id,
    document_id: id,
    currency_id: isBase ? null : input.currency_id,
    totals: facts.posted.totals,
    base: facts.posted.base,
    lines,
    taxes,
  }
  return { side: ledgerSides[side.name], documentFacts }
}

/** The discount of a row with its share of the document's, where the organisation has an account for discounts of sales. */
function discountOf(
  { session }: Pick<Context, 'session'>,
  { totals, exchange_rate }: Facts,
  index: number,
): LineDiscount | null {
  const { discount_account_id: account, decimals } = session.organization
  const line = totals.lines[index]
  const amount = line ? line.discount.plus(line.discount_share) : zero
  if (account === null || amount.lte(0)) return null
  return { account, amount, base: round(amount.times(exchange_rate), decimals) }
}

/**
 * The account of a row. Purchases for an asset account have no cost center; the ledger's own asset accounts know it
 * themselves.
 */
export function rowPosting(
  { name }: Pick<Side, 'name'>,
  accountOf: (product: Product) => Account,
  product: Product,
  center: number | null | undefined,
) {
  const account = accountOf(product)
  const isAsset = name === 'purchases' && typeof account === 'number' && !'RX'.includes(product.expense_class ?? 'X')
  return { account, product_id: product.id, cost_center_id: isAsset ? null : (center ?? null) }
}

const accounts = {
  invoice: incomeAccount,
  bill: purchaseAccount,
  advance_invoice: () => 'CONTRACT_LIAB' as const,
}

/** Its rows with where and how much they posted, for those that are recognised over months. */
export const deferredRows = (input: DocumentInput, facts: DocumentFacts): DeferredRow[] =>
  input.items.map((item, index) => {
    const { account, product_id = null, cost_center_id = null } = facts.lines[index] as DocumentFacts['lines'][number]
    return { ...item, line_number: index + 1, account, product_id, cost_center_id, amount: lineBase(facts, index) }
  })

/** A new document's status: what is worth nothing is paid at once. */
export const postedStatus = (side: Side, facts: Facts, settled: string) =>
  settlementStatus({ posted: true, total: text(facts.totals.total), settled }, side)

const boxOf = (side: Side, tax: Tax): string | null => (side.name === 'sales' ? tax.sale_box : tax.purchase_box)
