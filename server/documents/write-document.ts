import { memoOf } from '#contract/documents/memo-fields.ts'
import type { Side } from '#contract/documents/sides.ts'
import type { SentSpread } from '#contract/documents/spread-fields.ts'
import { printedExemption } from '#contract/e-invoice/exemption-reasons.ts'
import { type Decimal, sum, text, zero } from '#ledger/money.ts'
import { unitColumns } from '#server/catalog/units/row-units.ts'
import type { Context } from '#server/core/context.ts'
import type { Id, NextNumber } from '#server/posting/placeholders.ts'
import type { Values } from '#server/posting/plan.ts'
import { lotsColumn } from '#server/stock/lots/row-lots.ts'
import type { Facts } from './document-facts.ts'
import type { DocumentInput } from './document-input.ts'
import type { Tax } from './document-references.ts'
import { retentionColumns } from './retention/retention-terms.ts'
import { chargedRate } from './row-taxes.ts'

/** The state stored with a document's content. Empty for a draft. */
export type State = {
  state: 'draft' | 'posted'
  status: string
  costs?: readonly (Decimal | null)[]
  lots?: Facts['lots']
} & Partial<{
  number: string | NextNumber
  entry_id: Id | null
  revision: number
  posted_at: Date
  is_tax_invoice: boolean
  settled: string
  settled_base: string
  advances_deducted: string
  retained: string
  retained_base: string
}>
const draft: State = { state: 'draft', status: 'draft' }

/** A row of a document; that of a note says which row it is of. */
export type DocumentLine = Values & { document_id: number; line_number: number; product_id: number; is_return: boolean }
export type DocumentTax = Values & { document_id: number; tax_key: string }

/** A document as it is written (`posting/plan-document-rows.ts`), with the facts it depends on. */
export function writtenDocument(
  caller: Pick<Context, 'session'>,
  side: Side,
  input: DocumentInput,
  facts: Facts,
  id: number,
  { costs = [], lots = facts.lots, ...state }: State = draft,
) {
  const kind = { kind: side.document, party_kind: side.party, created_by: caller.session.user_id }
  const row = { id, ...columnsOf(input, facts, costs, state), ...state, ...kind }
  return { row, lines: linesOf(caller, id, input, { ...facts, lots }, costs), taxes: taxesOf(id, facts), lots }
}
export type WrittenDocument = { document: ReturnType<typeof writtenDocument>; facts: Facts; number: string | null }

function columnsOf(
  input: DocumentInput,
  facts: Facts,
  costs: readonly (Decimal | null)[],
  { state }: Pick<State, 'state'>,
) {
  const { base, totals } = facts
  return {
    draft_number: input.number,
    document_date: input.date,
    due_date: input.due_date,
    party_id: input.party_id,
    branch_id: input.branch_id,
    place_id: facts.place.id,
    currency_id: input.currency_id,
    exchange_rate: facts.exchange_rate,
    has_own_rate: facts.has_own_rate,
    tax_id: input.tax_id,
    ...memoOf(input),
    subtotal: text(totals.subtotal),
    tax: text(totals.tax),
    total: text(totals.total),
    net_base: text(base.net),
    tax_base: text(base.tax),
    total_base: text(base.total),
    cost_base: text(costOf(costs)),
    // A draft follows who the buyer is until it is posted.
    audience: input.audience ?? (state === 'posted' ? facts.audience : null),
    prices_include_tax: input.prices_include_tax ?? false,
    ...discountColumns(input),
    discount: text(totals.discount),
    ...retentionColumns(input, facts.retention),
  }
}

/** The total cost of a document's goods. */
export const costOf = (costs: readonly (Decimal | null)[]) => sum(costs.filter((cost) => cost !== null))

function linesOf(
  { session }: Pick<Context, 'session'>,
  document_id: number,
  input: DocumentInput,
  facts: Facts,
  costs: readonly (Decimal | null)[],
) {
  const isBase = input.currency_id === session.organization.currency_id
  return input.items.map((item, index) => {
    const product = facts.products.get(item.product_id)
    const totals = facts.totals.lines[index]
    if (!product || !totals) throw new Error('a line without its product or totals')
    const typed = item.product_name
    const own = typed && typed !== product.name && typed !== product.name_en ? typed : null
    return {
      document_id,
      line_number: index + 1,
      product_id: item.product_id,
      product_name: own ?? product.name,
      product_name_en: own ? null : product.name_en,
      quantity: item.quantity,
      ...unitColumns(item),
      lots: lotsColumn(facts.lots[index]),
      price: item.price,
      tax_id: facts.rowTaxes[index]?.id ?? null,
      tax_rate: chargedRate(facts.rowTaxes[index], item.tax_rate),
      cost_center_id: item.cost_center_id ?? null,
      ...discountColumns(item),
      discount: text(totals.discount),
      discount_share: text(totals.discount_share),
      net: text(totals.net),
      tax: text(totals.tax),
      tax_share: text(totals.tax_share),
      net_base: text(facts.base.lines[index] ?? zero),
      tax_base: isBase ? null : text(facts.base.tax_shares[index] ?? zero),
      // The stock value of the row, stored for returns and corrections.
      cost_base: text(costs[index] ?? zero),
      is_return: false,
      ...spreadColumns(item),
      order_line_id: item.order_line_id ?? null,
      goods_line_id: item.goods_line_id ?? null,
      difference_reason: item.difference_reason ?? null,
      difference_accepted_by: facts.acceptedBy[index] ?? null,
    }
  })
}

const taxesOf = (document_id: number, facts: Facts) =>
  facts.totals.taxes.map((tax) => ({
    document_id,
    tax_key: tax.key,
    tax_id: Number(tax.key),
    rate: text(tax.rate),
    ...categoryOf(facts.rowTaxes.find(({ id }) => String(id) === tax.key) ?? facts.tax),
    discount: text(tax.discount),
    base: text(tax.base),
    tax: text(tax.tax),
  })) satisfies DocumentTax[]

const categoryOf = (tax: Tax) => ({
  category: tax.category,
  assessed_rate: tax.reverse_charge ? tax.rate : null,
  ...printedExemption(tax),
})

type Discounted = Pick<DocumentInput, 'discount_amount' | 'discount_percent'>
const discountColumns = ({ discount_amount = null, discount_percent = null }: Discounted) => ({
  discount_amount,
  discount_percent,
})

const spreadColumns = ({ spread_from, spread_to, spread_months, spread_account_id }: SentSpread) => ({
  spread_from: spread_from ?? null,
  spread_to: spread_to ?? null,
  spread_months: spread_months ?? null,
  spread_account_id: spread_account_id ?? null,
})
