import type { Side } from '#contract/sides.ts'
import type { Account } from '#ledger/account.ts'
import { text } from '#ledger/money.ts'
import type { DocumentFacts } from '#ledger/posting/document.ts'
import type { Side as LedgerSide } from '#ledger/posting/side.ts'
import { settlementStatus } from '#ledger/settlement-status.ts'
import { isStocked } from '#server/catalog/is-stocked.ts'
import { ledgerSides } from '#server/journal/ledger-side.ts'
import type { Context } from '#server/kit/context.ts'
import type { Facts, Product, Tax } from './document-facts.ts'
import type { DocumentInput } from './neutral.ts'
import type { StockPlan } from './stock-plan.ts'

/** The same document in the ledger's words. */
export function postingFacts(
  context: Context,
  side: Side,
  id: number,
  input: DocumentInput,
  facts: Facts,
  plan: StockPlan,
): { side: LedgerSide; documentFacts: DocumentFacts } {
  const isBase = input.currency_id === context.session.organization.currency_id
  const taxes = facts.totals.taxes.map((tax) => {
    const own = Number(tax.key) === facts.tax.id ? facts.tax : facts.outOfScope
    return { tax_id: own?.id ?? null, box: own ? boxOf(side, own) : null }
  })
  const lines = input.items.map((item, index) => ({
    account: accountOf(side, facts.products.get(item.product_id) as Product),
    product_id: item.product_id,
    // A bill's goods enter by the row itself; only an issue has a cost beside its price.
    stock_cost: side.name === 'sales' ? (plan.costs[index] ?? null) : null,
  }))
  const documentFacts = {
    branch_id: input.branch_id,
    party_id: input.party_id,
    document_id: id,
    currency_id: isBase ? null : input.currency_id,
    totals: facts.totals,
    base: facts.base,
    lines,
    taxes,
  }
  return { side: ledgerSides[side.name], documentFacts }
}

/** A new document's status: what is worth nothing is paid at once. */
export const postedStatus = (side: Side, facts: Facts) =>
  settlementStatus({ posted: true, total: text(facts.totals.total), settled: '0' }, side)

const boxOf = (side: Side, tax: Tax): string | null => (side.name === 'sales' ? tax.sale_box : tax.purchase_box)

/** Revenue by what is sold; a purchase of stocked goods is inventory, of others an expense (ledger.md 2.1-3). */
function accountOf(side: Side, product: Product): Account {
  if (side.name === 'sales') return product.income_account_id ?? (product.type === 'service' ? 'REV_SRV' : 'REV_GOODS')
  if (isStocked(product)) return 'INV'
  return product.expense_account_id ?? (product.type === 'service' ? 'EXP_DEFAULT' : 'NONSTOCK')
}
