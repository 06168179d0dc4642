import type { z } from 'zod'
import type { FieldErrors } from '#contract/issues.ts'
import type { priceLists } from '#contract/prices/price-lists.ts'
import { decimal, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { requireRows } from '#server/core/references.ts'
import { Refusal } from '#server/core/refusal.ts'
import { sentFields } from '#server/core/sent-fields.ts'
import { insertRow, updateRow } from '#server/resource/table.ts'

export type PriceListInput = z.output<typeof priceLists.input>
type Item = PriceListInput['items'][number]

export async function createPriceList(context: Context, input: PriceListInput): Promise<number> {
  await requireSound(context, input)
  const id = await insertRow(context.db, 'price_lists', headOf(input))
  await writeRows(context, id, input)
  return id
}

export async function updatePriceList(context: Context, id: number, input: PriceListInput): Promise<void> {
  const stored = await context.db.selectFrom('price_lists').select('branch_id').where('id', '=', id).executeTakeFirst()
  await requireSound(context, { branch_id: stored?.branch_id, ...sentFields(input) })
  await updateRow(context.db, 'price_lists', id, headOf(input), input.version)
  await context.db.deleteFrom('price_list_rows').where('price_list_id', '=', id).execute()
  // Customers stay where the body does not name them.
  if (input.customers !== undefined)
    await context.db.deleteFrom('price_list_customers').where('price_list_id', '=', id).execute()
  await writeRows(context, id, input)
}

const headOf = ({ items: _, customers: __, version: ___, ...head }: PriceListInput) => sentFields(head)

async function writeRows({ db }: Context, price_list_id: number, { items, customers = [] }: PriceListInput) {
  const rows = items.map((item, index) => ({
    price_list_id,
    line_number: index + 1,
    product_id: item.product_id,
    product_unit_id: item.product_unit_id ?? null,
    from_quantity: fromOf(item),
    price: item.price ?? null,
    percent_off: item.percent_off ?? null,
  }))
  await db.insertInto('price_list_rows').values(rows).execute()
  if (customers.length === 0) return
  await db
    .insertInto('price_list_customers')
    .values(customers.map(({ customer_id }) => ({ price_list_id, customer_id })))
    .execute()
}

const fromOf = ({ from_quantity }: Item): string => text(decimal(from_quantity ?? 1))

async function requireSound(context: Context, input: PriceListInput): Promise<void> {
  const errors = priceListProblems(input, context.session.organization.currency_id)
  if (Object.keys(errors).length > 0) throw new Refusal('invalid_input', { errors })
  await requireRows(context.db, {
    currency_id: ['currencies', input.currency_id],
    branch_id: ['branches', input.branch_id],
  })
  await requireListed(context, input)
}

/** Products and customers of the rows, each looked for once. */
async function requireListed({ db }: Context, { items, customers = [] }: PriceListInput): Promise<void> {
  const products = items.map(({ product_id }) => product_id)
  const members = customers.map(({ customer_id }) => customer_id)
  const knownProducts = await db.selectFrom('products').select('id').where('id', 'in', products).execute()
  const knownCustomers =
    members.length === 0
      ? []
      : await db.selectFrom('parties').select('id').where('id', 'in', members).where('kind', '=', 'customer').execute()
  const errors: FieldErrors = {
    ...(await unitErrors(db, items)),
    ...unknownOf('items', 'product_id', products, knownProducts),
    ...unknownOf('customers', 'customer_id', members, knownCustomers),
  }
  if (Object.keys(errors).length > 0) throw new Refusal('invalid_input', { errors })
}

/** Units that are of no product, or of another one than their row. */
async function unitErrors(db: Context['db'], items: readonly Item[]): Promise<FieldErrors> {
  const ids = items.flatMap(({ product_unit_id }) => product_unit_id ?? [])
  if (ids.length === 0) return {}
  const found = await db.selectFrom('product_units').select(['id', 'product_id']).where('id', 'in', ids).execute()
  const products = new Map(found.map(({ id, product_id }) => [id, product_id]))
  const errors: FieldErrors = {}
  for (const [index, { product_id, product_unit_id }] of items.entries()) {
    if (!product_unit_id || products.get(product_unit_id) === product_id) continue
    const code = products.has(product_unit_id) ? 'unit_of_other_product' : 'unknown_reference'
    errors[`items.${index}.product_unit_id`] = { code }
  }
  return errors
}

function unknownOf(
  list: string,
  field: string,
  asked: readonly number[],
  found: readonly { id: number }[],
): FieldErrors {
  const known = new Set(found.map(({ id }) => id))
  const unknown = [...asked.entries()].filter(([, id]) => !known.has(id))
  return Object.fromEntries(unknown.map(([index]) => [`${list}.${index}.${field}`, { code: 'unknown_reference' }]))
}

/** The errors of a list on its own fields. */
export function priceListProblems(input: PriceListInput, own_currency: number): FieldErrors {
  const errors: FieldErrors = {}
  const { audience, branch_id, starts_on, ends_on, items, customers } = input
  if (audience === 'branch' && !branch_id) errors.branch_id = { code: 'required' }
  if (starts_on && ends_on && ends_on < starts_on) errors.ends_on = { code: 'ends_before_start' }
  const steps = new Set<string>()
  for (const [index, item] of items.entries()) {
    const at = `items.${index}.`
    const hasPrice = (item.price ?? null) !== null
    const hasPercent = (item.percent_off ?? null) !== null
    if (hasPrice === hasPercent) errors[`${at}price`] = { code: hasPrice ? 'price_or_percent' : 'required' }
    // A product's own price is in base currency.
    else if (hasPercent && input.currency_id !== own_currency)
      errors[`${at}percent_off`] = { code: 'percent_of_base_currency' }
    const step = `${item.product_id} ${item.product_unit_id ?? ''} ${fromOf(item)}`
    if (steps.has(step)) errors[`${at}from_quantity`] = { code: 'price_step_repeated' }
    steps.add(step)
  }
  const members = new Set<number>()
  for (const [index, { customer_id }] of (customers ?? []).entries()) {
    if (members.has(customer_id)) errors[`customers.${index}.customer_id`] = { code: 'row_repeated' }
    members.add(customer_id)
  }
  return errors
}
