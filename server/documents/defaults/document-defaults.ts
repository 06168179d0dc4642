import { memoNames, memoOf } from '#contract/documents/memo-fields.ts'
import { type SentSpread, spreadNames } from '#contract/documents/spread-fields.ts'
import type { FieldErrors } from '#contract/issues.ts'
import { decimal } from '#ledger/money.ts'
import { inStatedUnit } from '#server/catalog/units/row-units.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { DocumentInput, ItemInput } from '../document-input.ts'
import { omitsRetention, retentionGiven } from '../retention/retention-terms.ts'

/**
 * Completes an input: a row's cost center is its own ('' means none), else that of the previous row version, else the
 * document's. Fields that a caller does not send (memo fields, row taxes, discounts, prices with tax, audience) keep
 * their values, and on a new document take the organisation's defaults.
 */
export function completeInput(
  context: Pick<Context, 'session'>,
  input: DocumentInput,
  before?: DocumentInput | null,
): DocumentInput {
  const usual = context.session.organization.prices_include_tax
  const errors: FieldErrors = {}
  const whole = {
    ...input,
    ...(before && memoOf(before)),
    ...memoOf(input),
    ...discountGiven(input, before),
    ...retentionGiven(input, before),
    place_id: placeGiven(input, before),
    prices_include_tax: input.prices_include_tax ?? before?.prices_include_tax ?? usual,
    audience: audienceOf(input, before),
    items: input.items.map((item, index) => {
      const stood = before?.items[index]?.product_id === item.product_id ? before?.items[index] : undefined
      const { cost_center_id = stood?.cost_center_id ?? input.cost_center_id ?? null } = item
      // Added or removed rows shift the positions: figures are not carried over then.
      const same = before?.items.length === input.items.length ? stood : undefined
      const tax_id = rowTax(item, same, input, before)
      const { order_line_id = same?.order_line_id ?? null, goods_line_id = same?.goods_line_id ?? null } = item
      const difference_reason = item.difference_reason === undefined ? same?.difference_reason : item.difference_reason
      const given = { ...discountGiven(item, same), ...spreadGiven(item, same) }
      return {
        ...unitGiven(item, stood, errors, index),
        ...given,
        tax_id,
        cost_center_id,
        order_line_id,
        goods_line_id,
        difference_reason: difference_reason ?? null,
        lots: lotsGiven(item, same),
      }
    }),
  }
  if (Object.keys(errors).length > 0) throw new Refusal('invalid_input', { errors })
  return whole
}

/** Lots that a row does not name are those it had for the same quantity; a known one that says no day has that which was stored. */
function lotsGiven({ lots, quantity }: ItemInput, stood: ItemInput | undefined) {
  if (lots === undefined) return stood && decimal(stood.quantity).eq(quantity) ? (stood.lots ?? null) : null
  const storedOf = (number: string) => stood?.lots?.find((lot) => lot.number === number)?.expires_on ?? null
  return lots?.map((lot) => ({ ...lot, expires_on: lot.expires_on ?? storedOf(lot.number) })) ?? null
}

/** A row that says nothing about its unit is in the unit in which it was; a new one is in the product's own. */
function unitGiven(item: ItemInput, stood: ItemInput | undefined, errors: FieldErrors, index: number): ItemInput {
  if (item.product_unit_id !== undefined || !stood?.unit_content) return item
  const stated = { ...item, product_unit_id: stood.product_unit_id }
  return inStatedUnit(stated, stood.unit_content, errors, `items.${index}.quantity`)
}

/** An absent place stays; one that is emptied, or that a new document does not name, is the usual one again. */
function placeGiven({ place_id }: DocumentInput, before: DocumentInput | null | undefined) {
  if (place_id !== undefined) return place_id ?? undefined
  return before ? (before.place_id ?? null) : undefined
}

/** Whether the previous content is needed. */
export const omitsStored = (input: DocumentInput): boolean =>
  input.advances === undefined ||
  input.place_id === undefined ||
  memoNames.some((name) => input[name] === undefined) ||
  input.prices_include_tax === undefined ||
  input.audience === undefined ||
  omitsDiscount(input) ||
  omitsRetention(input) ||
  input.items.some(
    (item) =>
      item.cost_center_id === undefined ||
      item.tax_id === undefined ||
      item.spread_from === undefined ||
      item.order_line_id === undefined ||
      item.goods_line_id === undefined ||
      item.product_unit_id === undefined ||
      item.lots === undefined ||
      (Boolean(item.order_line_id) && item.difference_reason === undefined) ||
      omitsDiscount(item),
  )

type Discounted = Pick<ItemInput, 'discount_amount' | 'discount_percent'>
const omitsDiscount = ({ discount_amount, discount_percent }: Discounted) =>
  discount_amount === undefined || discount_percent === undefined

/** Either of the two replaces the other. If both are absent, the stored values remain. Next to the other one, a zero is no discount. */
function discountGiven(sent: Discounted, stood: Discounted | null | undefined) {
  const given = withoutZero(sent)
  const { discount_amount = given.discount_percent ? null : stood?.discount_amount } = given
  const { discount_percent = given.discount_amount ? null : stood?.discount_percent } = given
  return { discount_amount: discount_amount ?? null, discount_percent: discount_percent ?? null }
}

/** Programs send 0 in the field that they do not use. */
function withoutZero({ discount_amount, discount_percent }: Discounted): Discounted {
  if (isZero(discount_amount) && discount_percent) return { discount_amount: null, discount_percent }
  return isZero(discount_percent) && discount_amount
    ? { discount_amount, discount_percent: null }
    : { discount_amount, discount_percent }
}
const isZero = (figure: string | null | undefined) => Boolean(figure) && decimal(figure as string).eq(0)

/** A row that says nothing about months is spread as it was. */
function spreadGiven(given: SentSpread, stood: SentSpread | undefined) {
  const says = spreadNames.some((name) => given[name] !== undefined)
  const { spread_from, spread_months, spread_to, spread_account_id } = (says ? given : stood) ?? {}
  return {
    spread_from: spread_from ?? null,
    spread_months: spread_months ?? null,
    spread_to: spread_to ?? null,
    spread_account_id: spread_account_id ?? null,
  }
}

/** An absent row tax remains as it was if the document's tax and the row's rate are unchanged. Otherwise it follows the document's tax. */
function rowTax(
  item: ItemInput,
  stood: ItemInput | undefined,
  { tax_id }: DocumentInput,
  before: DocumentInput | null | undefined,
): number | null {
  // A row that follows the document's tax, and did so before, has not changed.
  if (item.tax_id !== undefined) return item.tax_id ?? (follows(item, stood, tax_id) ? tax_id : null)
  if (!stood || before?.tax_id !== tax_id || !decimal(stood.tax_rate).eq(item.tax_rate)) return null
  return stood.tax_id ?? null
}

const follows = (item: ItemInput, stood: ItemInput | undefined, tax_id: number) =>
  stood?.tax_id === tax_id && decimal(stood.tax_rate).eq(item.tax_rate)

/** The kind of buyer decides. A recorded choice remains as long as the buyer is the same. */
function audienceOf({ audience, party_id }: DocumentInput, before: DocumentInput | null | undefined) {
  if (audience !== undefined) return audience
  return before?.party_id === party_id ? before.audience : null
}
