import type { Side } from '#contract/documents/sides.ts'
import type { FieldErrors } from '#contract/issues.ts'
import { decimal } from '#ledger/money.ts'
import type { Totals } from '#ledger/totals.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { DocumentInput, ItemInput } from './document-input.ts'
import type { Product, References, Tax } from './document-references.ts'

type TaxReferences = Pick<References, 'tax' | 'taxes' | 'outOfScope' | 'products'>

/**
 * The tax of a row: its own, otherwise the document's if the rate matches. Any other row at zero is out of scope.
 * Undefined if the tax it names does not exist.
 */
export function taxOfRow(item: ItemInput, { tax, taxes, outOfScope, products }: TaxReferences): Tax | undefined {
  if (item.tax_id) return taxes.get(item.tax_id)
  if (!tax) return undefined
  const product = products.get(item.product_id)
  const follows = decimal(item.tax_rate).eq(tax.rate) || (tax.reverse_charge && product?.apply_tax === true)
  return follows ? tax : (outOfScope ?? tax)
}

/** Under reverse charge the supplier charges nothing: the rate sent with the row is not charged. */
export const chargedRate = (tax: Tax | undefined, sent: string): string => (tax?.reverse_charge ? '0' : sent)

/** The errors in the taxes of the rows, each on its row. */
export function rowTaxErrors(
  side: Side,
  input: DocumentInput,
  found: TaxReferences,
  stored?: DocumentInput,
): FieldErrors {
  const errors: FieldErrors = {}
  const standing = new Set(stored?.items.map(({ tax_id }) => tax_id))
  for (const [index, item] of input.items.entries()) {
    const product = found.products.get(item.product_id)
    const problem = !product
      ? { field: 'product_id', code: 'unknown_reference' }
      : item.tax_id
        ? ownTaxProblem(side, item, found, standing.has(item.tax_id))
        : followingProblem(item, product, found.tax)
    if (problem) errors[`items.${index}.${problem.field}`] = { code: problem.code }
  }
  return errors
}

function ownTaxProblem(side: Side, { tax_id, tax_rate }: ItemInput, found: TaxReferences, stood: boolean) {
  const tax = found.taxes.get(tax_id as number)
  if (!tax) return { field: 'tax_id', code: 'unknown_reference' }
  // An error in the document's own tax is reported on the document.
  if (tax !== found.tax) {
    if (tax.status === 'inactive' && !stood) return { field: 'tax_id', code: 'inactive_reference' }
    if (side.name === 'sales' && isPurchaseOnly(tax)) return { field: 'tax_id', code: 'tax_of_purchases' }
  }
  const rate = decimal(tax_rate)
  // If the rate of a tax changed since, its row is still charged the old rate.
  if (rate.eq(tax.rate) || stood || (tax.reverse_charge && rate.eq(0))) return undefined
  return { field: 'tax_rate', code: 'tax_rate_mismatch' }
}

/** A row without its own tax follows the document's tax. Only a product without tax may be at zero in that case. */
function followingProblem({ tax_rate }: ItemInput, product: Product, tax: Tax | undefined) {
  const rate = decimal(tax_rate)
  if (!tax || rate.eq(tax.rate) || (tax.reverse_charge && rate.eq(0)) || (rate.eq(0) && !product.apply_tax))
    return undefined
  return { field: 'tax_rate', code: 'tax_rate_mismatch' }
}

/** Reverse charge, customs and non-deductible tax are not allowed on a sales invoice. */
export const isPurchaseOnly = (tax: Tax): boolean => tax.category === 'S' && tax.sale_box === null

/**
 * Checks the taxes of a sale before it is posted. A registered seller states why a supply bears no tax. The tax of a rate is
 * rounded once, so one rate belongs to one tax. Taxes that a document was posted under before remain allowed.
 */
export function requireSaleTaxes(
  { session }: Pick<Context, 'session'>,
  side: Side,
  facts: { tax: Tax; rowTaxes: readonly Tax[]; totals: Totals },
  stored?: DocumentInput,
): void {
  if (side.name !== 'sales') return
  const standing = new Set(stored?.items.map(({ tax_id }) => tax_id))
  const isRegistered = session.organization.tax_number !== null
  const charged = facts.totals.taxes.filter(({ rate }) => rate.gt(0))
  for (const { key, rate } of charged)
    if (charged.some((other) => other.key !== key && other.rate.eq(rate)))
      throw new Refusal('one_tax_per_rate', { field: 'items' })
  for (const [index, tax] of facts.rowTaxes.entries()) {
    if (!isRegistered || tax.category === 'S' || tax.exemption_code || standing.has(tax.id)) continue
    const field = tax.id === facts.tax.id ? 'tax_id' : `items.${index}.tax_id`
    throw new Refusal('exemption_reason_missing', { field })
  }
}
