import { supplyProblem } from '#contract/documents/memo-fields.ts'
import type { Side } from '#contract/documents/sides.ts'
import type { Audience } from '#contract/e-invoice/model.ts'
import type { FieldErrors } from '#contract/issues.ts'
import { type BaseAmounts, toBaseCurrency } from '#ledger/base-amounts.ts'
import { type Decimal, decimal, round } from '#ledger/money.ts'
import { isStocked } from '#ledger/posting/product-account.ts'
import { applyTaxTreatment, type TreatedTax } from '#ledger/purchase-tax.ts'
import { documentTotals, type Totals } from '#ledger/totals.ts'
import { statedQuantity } from '#server/catalog/units/row-units.ts'
import type { Context } from '#server/core/context.ts'
import { type FactsOf, known, read, takeFacts } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import { spreadAccounts, spreadErrors } from '#server/deferrals/spread-errors.ts'
import { decimalsOfSale } from '#server/e-invoicing/phase.ts'
import { ownRate } from '#server/journal/own-rate.ts'
import { type StatedLot, statedLots } from '#server/stock/lots/row-lots.ts'
import { placeOfRecord, type RecordPlace, unplaced } from '#server/stock/place-of-record.ts'
import { costCenterErrors } from './cost-centers.ts'
import { discountErrors } from './discount-errors.ts'
import type { Heads } from './document-header-sql.ts'
import type { DocumentInput } from './document-input.ts'
import { loadReferences, type NamedCostCenter, type Product, type References, type Tax } from './document-references.ts'
import { goodsRowProblems, goodsRowsOf } from './goods/goods-rows.ts'
import { billMatchOf, type DifferenceCheck, decideDifferences } from './match/decide-differences.ts'
import { orderRowProblems, orderRowsOf, type TakenOrder, takenOrders, takerOf } from './order-rows.ts'
import { amountRetained, retentionProblems } from './retention/retention-terms.ts'
import { chargedRate, isPurchaseOnly, rowTaxErrors, taxOfRow } from './row-taxes.ts'

export type Facts = {
  /** The names of the party and references for its page. */
  heads: Heads
  cost_centers: readonly NamedCostCenter[]
  units: References['units']
  /** The quotations and orders that its rows take. */
  orders: readonly TakenOrder[]
  has_branches: boolean
  /** Whose goods it moves. */
  place: RecordPlace
  tax: Tax
  products: Map<number, Product>
  decimals: number
  exchange_rate: string
  /** The rate was entered with the document or frozen by it. It is not a daily rate. */
  has_own_rate: boolean
  /** The kind of invoice by law, unless the user chose one: a sale to a person is simplified. */
  audience: Audience | null
  /** The tax of each row. */
  rowTaxes: Tax[]
  totals: Totals
  /** Who accepted what differs on each row of a bill. */
  acceptedBy: readonly (number | null)[]
  /** The batches or serial numbers that each row states. */
  lots: readonly (StatedLot[] | null)[]
  /** The same in the organisation's currency, at the frozen rate. */
  base: BaseAmounts
  /** What the payer keeps of it until it is released. */
  retention: Decimal
  /** The posted part: lost tax is cost, reverse charge is assessed by us. */
  posted: TreatedTax
}

type Asker = Pick<Context, 'session' | 'today'>
type Purpose = {
  /** The base amounts of a posted document, for its correction. */
  frozen?: {
    currency_id: number
    exchange_rate: string
    total: string
    tax_base: string
    total_base: string
    has_own_rate: boolean
    posted_at: Date | null
  }
  /** Nothing is issued to a blocked party. Drafts may be saved for it, and issued documents may be corrected. */
  mayBeBlocked?: boolean
  /** A posted document may keep masters that are inactive now. */
  stored?: DocumentInput
  /** The document itself, where it is one: what it took of orders already. */
  id?: number | null
  /** Whether what differs from orders is asked about; a draft only says who accepts it. Absent keeps what was accepted. */
  differences?: DifferenceCheck
}

/**
 * Loads what a document refers to and computes its totals; refuses every unknown, inactive or mismatched row at once. A
 * correction is worth what the document was: the rate is frozen with the first posting (accounting rule 2.1-9).
 */
export const loadFacts = async (
  context: Context,
  side: Side,
  input: DocumentInput,
  purpose: Purpose = {},
): Promise<Facts> =>
  documentFacts(context, side, input, await takeFacts(context, needsOfContent(side, input, purpose)), purpose)

/** What the content of a document must know. */
export const needsOfContent = (side: Side, input: DocumentInput, { id = null }: Pick<Purpose, 'id'> = {}) => ({
  // Money before the supply moves no goods.
  place: side.document === 'advance_invoice' ? known(unplaced) : placeOfRecord(input),
  references: read((context) => loadReferences(context, side, input)),
  spreadAccounts: spreadAccounts(side, input.items),
  orderRows: orderRowsOf(takerOf(side, id), input),
  goodsRows: goodsRowsOf(input, id),
  billMatch: billMatchOf(side, input, id),
})

/** The same from what is known. */
export function documentFacts(
  context: Asker,
  side: Side,
  input: DocumentInput,
  { references, spreadAccounts, orderRows, goodsRows, billMatch, place }: FactsOf<ReturnType<typeof needsOfContent>>,
  { frozen, mayBeBlocked = false, stored, id = null, differences }: Purpose = {},
): Facts {
  const { tax, party, branch, currency, products } = references
  const ofDocument = decimalsOf(context, side, currency?.decimals ?? 2, frozen)
  const errors: FieldErrors = {
    ...problemsOf(side, input, references, ofDocument, stored),
    ...spreadErrors(input.items, products, spreadAccounts),
    ...orderRowProblems(orderRows, takerOf(side, id), input),
    ...goodsRowProblems(goodsRows, side, id, input),
    ...retentionProblems(input),
  }
  const lots = lotsOfRows(input, products, errors)
  // A posted document stays in a place that was closed since.
  if (place.error && (place.id === null || place.id !== stored?.place_id)) errors.place_id = place.error
  if (party?.status === 'blocked' && !mayBeBlocked) errors[side.partyField] = { code: 'party_blocked' }
  if (Object.keys(errors).length > 0 || !tax || !party || !branch || !currency)
    throw new Refusal('invalid_input', { errors })
  const rowTaxes = input.items.map((item) => taxOfRow(item, references) ?? tax)
  const lines = input.items.map((item, index) => ({
    ...item,
    quantity: statedQuantity(item),
    tax_rate: chargedRate(rowTaxes[index], item.tax_rate),
    tax_key: String(rowTaxes[index]?.id),
  }))
  const { prices_include_tax } = input
  const totals = documentTotals({ lines, decimals: ofDocument, discount: input, prices_include_tax })
  const acceptedBy = decideDifferences(context, billMatch, { input, totals, decimals: ofDocument }, differences)
  const { exchange_rate, has_own_rate, given } = worthOf(context, input, totals, references.rate, frozen)
  const base = toBaseCurrency({ totals, exchange_rate, decimals: context.session.organization.decimals, given })
  if (totals.total.gt(amountMaximum) || base.total.gt(amountMaximum))
    throw new Refusal('total_out_of_range', { field: 'items' })
  const treatments = side.name === 'purchases' ? rowTaxes.map((own) => ({ ...own, key: String(own.id) })) : []
  const decimals = { document: ofDocument, base: context.session.organization.decimals }
  if (side.document === 'advance_invoice') requireAdvance(context, input, totals)
  const posted = applyTaxTreatment(totals, base, treatments, decimals)
  const heads = { organization: references.organization, party, branch, currency }
  const { cost_centers, has_branches, units } = references
  return {
    heads,
    cost_centers,
    units,
    orders: takenOrders(orderRows),
    has_branches,
    place,
    tax,
    products,
    decimals: ofDocument,
    audience: side.name === 'purchases' ? null : party.type === 'individual' ? 'simplified' : 'standard',
    exchange_rate,
    has_own_rate,
    rowTaxes,
    totals,
    base,
    posted,
    acceptedBy,
    lots,
    retention: amountRetained(input, totals, ofDocument),
  }
}

/** What rows state of their lots. Goods that moved before say theirs there. */
const lotsOfRows = ({ items }: DocumentInput, products: References['products'], errors: FieldErrors) =>
  items.map((item, index) => {
    const at = `items.${index}`
    if (item.goods_line_id && item.lots && item.lots.length > 0) errors[`${at}.lots`] = { code: 'lots_unmoved' }
    const product = products.get(item.product_id)
    return statedLots(item, product && isStocked(product) ? product : undefined, errors, at)
  })

/** A bill says what its supplier wrote; a sale that goes to the authority has two decimals. */
const decimalsOf = (context: Asker, side: Side, ofCurrency: number, frozen: Purpose['frozen']): number =>
  side.name === 'sales' ? decimalsOfSale(ofCurrency, context, frozen?.posted_at) : ofCurrency

/** The value of the document in base currency: as entered, as posted, or at the rate of its day. */
function worthOf(
  context: Asker,
  input: DocumentInput,
  totals: Totals,
  ofDay: string | null,
  frozen: Purpose['frozen'],
) {
  const { decimals } = context.session.organization
  const said = { exchange_rate: input.exchange_rate, base: input.total_base }
  const own = ownRate(context, said, { currency_id: input.currency_id, amount: totals.total, field: 'total_base' })
  if (own) {
    const tax = round(totals.tax.times(own.rate), decimals)
    const given = input.total_base ? { tax, net: own.base.minus(tax) } : undefined
    return { exchange_rate: own.rate, has_own_rate: true, given }
  }
  const kept = frozen?.currency_id === input.currency_id && input.exchange_rate !== null ? frozen : null
  if (!kept) return { exchange_rate: ofDay ?? '1', has_own_rate: false, given: undefined }
  const { exchange_rate, has_own_rate } = kept
  // A document with an entered base amount keeps it.
  const tax = decimal(kept.tax_base)
  const given =
    has_own_rate && totals.total.eq(kept.total) ? { tax, net: decimal(kept.total_base).minus(tax) } : undefined
  return { exchange_rate, has_own_rate, given }
}

/** An advance is charged under one tax and in base currency: what a later invoice takes off is then exactly what was charged. */
function requireAdvance({ session }: Asker, input: DocumentInput, { taxes }: Totals): void {
  if (input.currency_id !== session.organization.currency_id)
    throw new Refusal('advance_base_currency', { field: 'currency_id' })
  if (taxes.length > 1) throw new Refusal('advance_one_tax', { field: 'items' })
}

function problemsOf(
  side: Side,
  input: DocumentInput,
  found: References,
  decimals: number,
  stored?: DocumentInput,
): FieldErrors {
  const errors: FieldErrors = inactiveErrors(input, found, stored)
  if (!found.party) errors[side.partyField] = { code: 'unknown_reference' }
  if (!found.branch) errors.branch_id = { code: 'unknown_reference' }
  if (!found.tax) errors.tax_id = { code: 'unknown_reference' }
  else if (side.name === 'sales' && isPurchaseOnly(found.tax)) errors.tax_id = { code: 'tax_of_purchases' }
  if (!found.currency) errors.currency_id = { code: 'unknown_reference' }
  else if (found.rate === null && !input.exchange_rate && !input.total_base)
    errors.currency_id = { code: 'currency_without_rate' }
  Object.assign(errors, rowTaxErrors(side, input, found, stored), discountErrors(input, decimals))
  Object.assign(errors, costCenterErrors(input, found.cost_centers, stored))
  if (input.due_date < input.date) errors.due_date = { code: 'due_before_date' }
  const supply = supplyProblem(input)
  if (supply) errors.supply_end_date = { code: supply }
  return errors
}

/** A new document names nothing that is no longer in use; a correction may keep what its document named. */
function inactiveErrors(input: DocumentInput, found: References, stored?: DocumentInput): FieldErrors {
  const errors: FieldErrors = {}
  const inactive = { code: 'inactive_reference' }
  const isLeft = (row: { status: string } | null | undefined) => row?.status === 'inactive'
  if (isLeft(found.branch) && input.branch_id !== stored?.branch_id) errors.branch_id = inactive
  if (isLeft(found.tax) && input.tax_id !== stored?.tax_id) errors.tax_id = inactive
  const named = new Set(stored?.items.map((item) => item.product_id))
  const stated = new Set(stored?.items.map((item) => item.product_unit_id))
  for (const [index, { product_id, product_unit_id }] of input.items.entries()) {
    if (isLeft(found.products.get(product_id)) && !named.has(product_id)) errors[`items.${index}.product_id`] = inactive
    const unit = product_unit_id ? found.units.find(({ id }) => id === product_unit_id) : undefined
    if (isLeft(unit) && !stated.has(product_unit_id)) errors[`items.${index}.product_unit_id`] = inactive
  }
  return errors
}

const amountMaximum = '9999999999999.99'
