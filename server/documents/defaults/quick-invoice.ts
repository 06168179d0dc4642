import { sql } from 'kysely'
import type { z } from 'zod'
import type { quickInvoiceCall } from '#contract/documents/quick-invoice.ts'
import { sales } from '#contract/documents/sides.ts'
import type { FieldErrors } from '#contract/issues.ts'
import { addDays } from '#ledger/calendar/calendar.ts'
import { decimal, text } from '#ledger/money.ts'
import { priceOfUnit } from '#ledger/unit.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Answer } from '#server/http/pipeline.ts'
import { peekNumber } from '#server/journal/posting/number-series.ts'
import { documentSeries } from '../document-number.ts'
import { createDocument } from '../save-document.ts'

type QuickInvoice = z.output<typeof quickInvoiceCall.body>
type Defaults = Awaited<ReturnType<typeof loadDefaults>>

/**
 * Fills what the body leaves out as a new form proposes it, and creates the invoice (decision 0210). Where there is more
 * than one to choose from, nothing is chosen: the field is required.
 */
export async function createQuickInvoice(context: Context, body: QuickInvoice): Promise<Answer> {
  const { session, today } = context
  const defaults = await loadDefaults(context, body)
  const invoice_date = body.invoice_date ?? today
  const proposed = body.invoice_number
    ? undefined
    : await peekNumber(context.db, documentSeries('invoice', invoice_date))
  const completed = {
    ...body,
    invoice_number: body.invoice_number ?? proposed,
    proposed_number: proposed,
    invoice_date,
    due_date: body.due_date ?? addDays(invoice_date, defaults.terms_days),
    branch_id: body.branch_id ?? defaults.branch_id,
    currency_id: body.currency_id ?? session.organization.currency_id,
    tax_id: body.tax_id ?? defaults.tax_id,
  }
  const rate = completed.tax_id === undefined ? undefined : defaults.rates.get(completed.tax_id)
  const items = body.items.map((item) => completeItem(context, item, rate, defaults))
  refuseIncomplete(completed, items)
  return createDocument(context, sales, { ...completed, items })
}

function completeItem(
  { session }: Context,
  item: QuickInvoice['items'][number],
  documentRate: string | undefined,
  { products, rates, units }: Defaults,
) {
  const product = products.get(item.product_id)
  const isTaxed = product?.apply_tax !== false || session.organization.row_tax_always_invoice
  const rate = item.tax_id ? rates.get(item.tax_id) : isTaxed ? documentRate : '0'
  // A sale price of zero is a price that was never entered.
  const unit = item.product_unit_id ? units.get(item.product_unit_id) : undefined
  const own =
    product && (unit ? text(priceOfUnit(unit.sale_price, product.sale_price, unit.content)) : product.sale_price)
  const usual = own && !decimal(own).eq(0) ? own : undefined
  return {
    ...item,
    quantity: item.quantity ?? '1',
    price: item.price ?? usual,
    tax_rate: item.tax_rate ?? rate,
  }
}

/** What has no default is required, as everywhere. An unknown record is refused by the rule of invoices. */
function refuseIncomplete(
  head: { branch_id: number | undefined; tax_id: number | undefined },
  items: readonly { price: string | undefined; product_id: number }[],
): void {
  const errors: FieldErrors = {}
  if (head.branch_id === undefined) errors.branch_id = { code: 'required' }
  if (head.tax_id === undefined) errors.tax_id = { code: 'required' }
  for (const [index, { price }] of items.entries())
    if (price === undefined) errors[`items.${index}.price`] = { code: 'required' }
  if (Object.keys(errors).length > 0) throw new Refusal('invalid_input', { errors })
}

async function loadDefaults({ db, session }: Context, body: QuickInvoice) {
  const named = [body.tax_id, ...body.items.map(({ tax_id }) => tax_id)].filter((id) => id != null)
  const treatment = session.organization.vat_status === 'not_registered' ? 'out_of_scope' : 'standard'
  const stated = body.items.flatMap(({ product_unit_id }) => product_unit_id ?? [])
  const [customer, branches, taxes, rates, products, units] = await Promise.all([
    db
      .selectFrom('parties')
      .innerJoin('countries', 'countries.id', 'parties.country_id')
      .select(['payment_terms_days', 'countries.code as country'])
      .where('parties.id', '=', body.customer_id)
      .where('parties.kind', '=', 'customer')
      .executeTakeFirst(),
    db.selectFrom('branches').select('id').where('status', '=', 'active').limit(2).execute(),
    db
      .selectFrom('taxes')
      .select(['id', sql<string>`rate::text`.as('rate')])
      .where('status', '=', 'active')
      .where('treatment', '=', treatment)
      .limit(2)
      .execute(),
    db
      .selectFrom('taxes')
      .select(['id', sql<string>`rate::text`.as('rate')])
      .where('id', 'in', named.length > 0 ? named : [0])
      .execute(),
    db
      .selectFrom('products')
      .select(['id', 'apply_tax', sql<string>`sale_price::text`.as('sale_price')])
      .where('id', 'in', [...new Set(body.items.map(({ product_id }) => product_id))])
      .execute(),
    stated.length === 0
      ? []
      : db.selectFrom('product_units').select(['id', 'content', 'sale_price']).where('id', 'in', stated).execute(),
  ])
  // A sale abroad may bear no tax: which one is a fact of the supply.
  const usual = customer?.country === 'SA' ? onlyOne(taxes) : undefined
  return {
    terms_days: customer?.payment_terms_days ?? 0,
    branch_id: onlyOne(branches)?.id,
    tax_id: usual?.id,
    rates: new Map([...taxes, ...rates].map(({ id, rate }) => [id, rate])),
    products: new Map(products.map((product) => [product.id, product])),
    units: new Map(units.map((unit) => [unit.id, unit])),
  }
}

const onlyOne = <Row>(rows: readonly Row[]): Row | undefined => (rows.length === 1 ? rows[0] : undefined)
