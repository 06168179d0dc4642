import type { FieldErrors } from '#contract/issues.ts'
import { type Decimal, decimal, ratio, sum, text } from '#ledger/money.ts'
import { isStocked, type ProductFacts } from '#ledger/posting/product-account.ts'
import type { Context } from '#server/core/context.ts'
import { type FactsOf, type Need, read } from '#server/core/needs.ts'
import { referencedRows, requireReferences } from '#server/core/references.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Caller } from '#server/posting/plan.ts'
import type { DeclarationInput } from './declaration.ts'

export type ClearedProduct = ProductFacts & { id: number; is_stocked: boolean }
type CustomsTax = { id: number; rate: string; box_tax_id: number | null }
export type DeclarationFigures = {
  tax: CustomsTax
  products: ReadonlyMap<number, ClearedProduct>
  vat_base: Decimal
  vat: Decimal
  duty: Decimal
  total: Decimal
}

/** What the content of a declaration must know. */
export const needsOfDeclaration = (input: DeclarationInput) => ({
  references: referencedRows({
    supplier_id: ['parties', input.supplier_id, { kind: 'supplier' }],
    branch_id: ['branches', input.branch_id, {}, 'active'],
    ...Object.fromEntries(
      input.bill_ids.map((id, index) => [
        `bill_ids.${index}`,
        ['documents', id, { kind: 'bill', state: 'posted' }] as const,
      ]),
    ),
  }),
  products: productsOf(input),
  tax: read(taxOfCustoms),
})

/** The totals of a declaration; every refusal is on its field. `storedBranch`: one that is inactive by now stays. */
export function declarationFigures(
  { session, today }: Caller,
  { references, products, tax: stored }: FactsOf<ReturnType<typeof needsOfDeclaration>>,
  input: DeclarationInput,
  storedBranch: number | null,
): DeclarationFigures {
  requireReferences(references, { branch_id: storedBranch })
  const tax = requireTax(stored)
  const { decimals } = session.organization
  const duty = decimal(input.duty)
  const vat_base = decimal(input.vat_base ?? duty.plus(input.customs_value))
  const reckoned = ratio(vat_base, tax.rate, 100, decimals)
  const vat = decimal(input.vat ?? reckoned)
  const errors: FieldErrors = {}
  if (input.declaration_date > today) errors.declaration_date = { code: 'date_in_future' }
  if (input.due_date < input.declaration_date) errors.due_date = { code: 'due_before_date' }
  // A declaration rounds the tax of each of its items; more than that is another tax than the one on imports.
  const most = reckoned.plus(1)
  if (vat.gt(most))
    errors.vat = { code: 'vat_above_rate', params: { maximum: text(most), rate: text(decimal(tax.rate)) } }
  if (duty.gt(0) && input.lines.length === 0) errors.lines = { code: 'duty_without_goods' }
  if (sum([vat, duty]).eq(0)) errors.vat = { code: 'must_be_positive' }
  Object.assign(errors, lineProblems(input, products))
  if (Object.keys(errors).length > 0) throw new Refusal('invalid_input', { errors })
  return { tax, products, vat_base, vat, duty, total: vat.plus(duty) }
}

function lineProblems({ lines }: DeclarationInput, products: DeclarationFigures['products']): FieldErrors {
  const errors: FieldErrors = {}
  for (const [index, { product_id }] of lines.entries()) {
    const twice = lines.findIndex((line) => line.product_id === product_id) < index
    if (!products.has(product_id)) errors[`lines.${index}.product_id`] = { code: 'unknown_reference' }
    else if (twice) errors[`lines.${index}.product_id`] = { code: 'row_repeated' }
  }
  return errors
}

/** The tax whose purchases stand in box 8: not offered on bills, since the authority collects it and not the supplier. */
export const customsTax = async (context: Context): Promise<CustomsTax> => requireTax(await taxOfCustoms(context))

function requireTax(tax: CustomsTax | undefined): CustomsTax {
  if (!tax) throw new Refusal('onboarding_first')
  return tax
}

async function taxOfCustoms({ db }: Context): Promise<CustomsTax | undefined> {
  const taxes = await db
    .selectFrom('taxes')
    .select(['id', 'rate', 'category', 'purchase_box', 'recoverable_percent'])
    .orderBy('id')
    .execute()
  const own = taxes.find((tax) => tax.category === 'S' && tax.purchase_box === '8')
  // Without a tax of its own the standard rate applies: the authority charges it, independent of our settings.
  const standard = own ?? taxes.find((tax) => tax.category === 'S' && tax.purchase_box === '7') ?? taxes[0]
  return standard && { id: standard.id, rate: standard.rate, box_tax_id: own?.id ?? null }
}

/** The products of goods that came in, with where their purchases post. */
export const productsOf = ({
  lines,
}: {
  lines: readonly { product_id: number }[]
}): Need<DeclarationFigures['products']> => ({
  load: async ({ db }) => {
    const ids = [...new Set(lines.map((line) => line.product_id))]
    if (ids.length === 0) return new Map()
    const rows = await db
      .selectFrom('products')
      .innerJoin('product_types', 'product_types.id', 'products.product_type_id')
      .innerJoin('product_categories as category', 'category.id', 'products.product_category_id')
      .select(['products.id', 'products.unlimited_quantity', 'product_types.key as type'])
      .select((row) =>
        row.fn.coalesce('products.expense_account_id', 'category.expense_account_id').as('expense_account_id'),
      )
      .where('products.id', 'in', ids)
      .execute()
    return new Map(
      rows.map((row) => {
        const product = { ...row, type: row.type === 'service' ? ('service' as const) : ('product' as const) }
        return [row.id, { ...product, is_stocked: isStocked(product) }]
      }),
    )
  },
})
