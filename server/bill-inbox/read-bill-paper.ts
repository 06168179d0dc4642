import { sql } from 'kysely'
import { decimal } from '#ledger/money.ts'
import { priceOfBase } from '#ledger/unit.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { partyNames, productNames } from '#server/imports/kinds/look-ups.ts'
import type { NameIndex } from '#server/imports/kinds/name-index.ts'
import type { Listing } from '#server/resource/list.ts'
import type { RowInOwnUnit } from './link-rows.ts'
import { ordersOfPaper } from './orders-of-paper.ts'
import type { PaperFacts } from './paper-facts.ts'
import { problemsOf } from './paper-problems.ts'
import { activeTaxes, taxOfPaperRow } from './paper-taxes.ts'
import { type PaperUnit, unitOfPaperRow, unitsOfProducts } from './paper-units.ts'

const fact = (path: string) => sql<string | null>`bill_papers.facts #>> ${sql.lit(path)}::text[]`

export const billPaperListing: Listing = {
  table: 'bill_papers',
  from: (db) => db.selectFrom('bill_papers'),
  select: (query) =>
    query
      .select(['bill_papers.id', 'file_name', 'format', 'state', 'document_id', 'created_at', 'version'])
      .select([
        fact('{number}').as('number'),
        fact('{date}').as('date'),
        fact('{seller,name}').as('seller'),
        fact('{total}').as('total'),
        sql`(SELECT json_build_object('code', code, 'decimals', decimals) FROM currencies WHERE code = bill_papers.facts ->> 'currency')`.as(
          'currency',
        ),
      ]),
}

/** A paper, what does not fit of it, and the bill it would be. */
export async function readBillPaper(context: Context, id: number) {
  const { db, session } = context
  const row = await db.selectFrom('bill_papers').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  const facts = row.facts as PaperFacts
  const [suppliers, products, taxes, currency] = await Promise.all([
    partyNames(context, 'supplier'),
    productNames(context),
    activeTaxes(context),
    facts.currency === null
      ? undefined
      : db
          .selectFrom('currencies')
          .select(['id', 'code', 'decimals'])
          .where('code', '=', facts.currency)
          .executeTakeFirst(),
  ])
  const { seller } = facts
  const { supplier_id, isByName } = await supplierOf(context, suppliers, seller)
  const productIds = facts.rows.map((one) => products.find(one.code ?? '') ?? products.find(one.name) ?? null)
  const units = await unitsOfProducts(
    context,
    productIds.filter((one) => one !== null),
  )
  const items = facts.rows.map((one, index) => {
    const product_id = productIds[index] ?? null
    const stated = unitOfPaperRow(one.unit, product_id === null ? undefined : units.get(product_id))
    return { ...one, product_id, stated, tax_id: taxOfPaperRow(taxes, one) }
  })
  const [duplicate, other] = await Promise.all([
    duplicateOf(context, supplier_id, facts),
    otherPaperOf(context, id, facts),
  ])
  const currency_id = currency?.id ?? session.organization.currency_id
  const orders =
    row.state === 'booked'
      ? []
      : await ordersOfPaper(context, { supplier_id, currency_id, facts, items: items.map(inOwnUnit) })
  const tax_id = items[0]?.tax_id ?? taxOfPaperRow(taxes, { tax_rate: '15' })
  return {
    ...row,
    number: facts.number,
    date: facts.date,
    total: facts.total,
    currency: currency ? { code: currency.code, decimals: currency.decimals } : null,
    subtotal: facts.subtotal,
    tax: facts.tax,
    seller,
    supplier_id,
    orders,
    supplier_name: supplier_id === null ? null : await nameOf(context, supplier_id),
    problems:
      row.state === 'booked'
        ? []
        : problemsOf(session.organization.tax_number, facts, {
            supplier_id,
            isByName,
            duplicate,
            other,
            items,
            currency: currency ?? null,
          }).map((one) => ({ difference: null, document_id: null, ...one })),
    unit_questions: items.flatMap(({ stated, name, quantity, unit }, index) =>
      stated === 'asked' ? [{ line_number: index + 1, name, quantity, unit: unit ?? '' }] : [],
    ),
    bill: {
      bill_number: facts.number,
      bill_date: facts.date,
      due_date: facts.due_date ?? facts.date,
      supplier_id,
      tax_id,
      currency_id,
      discount_amount: facts.discount,
      items: items.map(({ name, product_id, quantity, stated, price, tax_rate, tax_id: own, discount }) => ({
        product_id,
        product_name: name || null,
        item_name: name || null,
        // How many they are is not known without their unit.
        quantity: stated === 'asked' ? null : quantity,
        ...unitFields(stated),
        price,
        tax_rate,
        tax_id: own === tax_id ? null : own,
        discount_amount: discount,
      })),
    },
  }
}

const unitFields = (stated: PaperUnit) =>
  stated === null || stated === 'asked'
    ? { product_unit_id: null, unit: null, unit_en: null, unit_content: null }
    : { product_unit_id: stated.id, unit: stated.name, unit_en: stated.name_en, unit_content: stated.content }

type StatedRow = { product_id: number | null; quantity: string; price: string; stated: PaperUnit }
function inOwnUnit({ product_id, quantity, price, stated }: StatedRow): RowInOwnUnit {
  if (stated === 'asked') return null
  if (stated === null) return { product_id, quantity, price }
  const { content } = stated
  return { product_id, quantity: decimal(quantity).times(content), price: priceOfBase(price, content) }
}

const nameOf = async ({ db }: Context, id: number): Promise<string | null> =>
  (await db.selectFrom('parties').select('name').where('id', '=', id).executeTakeFirst())?.name ?? null

/** A VAT number tells more than a name: by name it is found only where it has no other number. */
async function supplierOf({ db }: Context, suppliers: NameIndex, { name, vat_number }: PaperFacts['seller']) {
  const byNumber = vat_number ? suppliers.find(vat_number) : undefined
  const byName = byNumber === undefined && name ? suppliers.find(name) : undefined
  if (byName === undefined || vat_number === null) return { supplier_id: byNumber ?? byName ?? null, isByName: false }
  const party = await db.selectFrom('parties').select('tax_number').where('id', '=', byName).executeTakeFirst()
  return party?.tax_number ? { supplier_id: null, isByName: false } : { supplier_id: byName, isByName: true }
}

/** A code has no number: a bill of the same day and total is its bill. */
async function duplicateOf({ db }: Context, supplier_id: number | null, { number, date, total }: PaperFacts) {
  if (supplier_id === null) return undefined
  const bills = db
    .selectFrom('documents')
    .select('id')
    .where('kind', '=', 'bill')
    .where('party_id', '=', supplier_id)
    .where('state', '!=', 'void')
  if (number !== null) return bills.where('number', '=', number).executeTakeFirst()
  if (date === null || total === null) return undefined
  return bills.where('document_date', '=', date).where('total', '=', total).executeTakeFirst()
}

/** The same document in another file, such as the code of a paper whose XML is here too. */
async function otherPaperOf({ db }: Context, id: number, { number, date, total, seller }: PaperFacts) {
  if (seller.vat_number === null || date === null) return undefined
  return db
    .selectFrom('bill_papers')
    .select('id')
    .where('id', '!=', id)
    .where('state', '=', 'waiting')
    .where(sql<boolean>`facts #>> '{seller,vat_number}' = ${seller.vat_number} AND facts ->> 'date' = ${date}
      AND CASE WHEN ${number}::text IS NULL OR facts ->> 'number' IS NULL THEN facts ->> 'total' = ${total} ELSE facts ->> 'number' = ${number} END`)
    .limit(1)
    .executeTakeFirst()
}
