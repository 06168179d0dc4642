import { sql } from 'kysely'
import { saudiTaxNumber } from '#contract/fields/text.ts'
import { decimal, sum, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { partyNames, productNames } from '#server/imports/kinds/look-ups.ts'
import type { Listing } from '#server/resource/list.ts'
import type { PaperFacts } from './paper-facts.ts'

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
      ]),
}

type Problem = { code: string; difference?: string | null; document_id?: number | null }

/** A paper, what does not fit of it, and the bill it would be. */
export async function readBillPaper(context: Context, id: number) {
  const { db, session } = context
  const row = await db.selectFrom('bill_papers').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  const facts = row.facts as unknown as PaperFacts
  const [suppliers, products, taxes, currency] = await Promise.all([
    partyNames(context, 'supplier'),
    productNames(context),
    db.selectFrom('taxes').select(['id', 'rate']).where('status', '=', 'active').orderBy('id').execute(),
    facts.currency === null
      ? undefined
      : db.selectFrom('currencies').select('id').where('code', '=', facts.currency).executeTakeFirst(),
  ])
  const { seller } = facts
  // A VAT number tells more than a name.
  const supplier_id =
    (seller.vat_number ? suppliers.find(seller.vat_number) : undefined) ??
    (seller.vat_number ? undefined : suppliers.find(seller.name ?? '')) ??
    null
  const items = facts.rows.map((one) => ({
    ...one,
    product_id: products.find(one.code ?? '') ?? products.find(one.name) ?? null,
  }))
  const duplicate = await duplicateOf(context, supplier_id, facts)
  const taxOf = (rate: string) => taxes.find((tax) => decimal(tax.rate).eq(rate))?.id ?? null
  const tax_id = taxOf(facts.rows[0]?.tax_rate ?? '15')
  return {
    ...row,
    ...{
      number: facts.number,
      date: facts.date,
      total: facts.total,
      subtotal: facts.subtotal,
      tax: facts.tax,
      seller,
      supplier_id,
    },
    supplier_name: supplier_id === null ? null : await nameOf(context, supplier_id),
    problems:
      row.state === 'booked'
        ? []
        : problemsOf(session.organization.tax_number, facts, {
            supplier_id,
            duplicate,
            items,
            currency_id: currency?.id ?? null,
          }).map((one) => ({ difference: null, document_id: null, ...one })),
    bill: {
      ...{
        bill_number: facts.number,
        bill_date: facts.date,
        due_date: facts.due_date ?? facts.date,
        supplier_id,
        tax_id,
      },
      ...{ currency_id: currency?.id ?? session.organization.currency_id, discount_amount: facts.discount },
      items: items.map(({ name, product_id, quantity, price, tax_rate, discount }) => ({
        ...{ product_id, product_name: name || null, item_name: name || null, quantity, price, tax_rate },
        ...{ tax_id: taxOf(tax_rate) === tax_id ? null : taxOf(tax_rate), discount_amount: discount },
      })),
    },
  }
}

const nameOf = async ({ db }: Context, id: number): Promise<string | null> =>
  (await db.selectFrom('parties').select('name').where('id', '=', id).executeTakeFirst())?.name ?? null

async function duplicateOf({ db }: Context, supplier_id: number | null, { number }: PaperFacts) {
  if (supplier_id === null || number === null) return undefined
  return db
    .selectFrom('documents')
    .select('id')
    .where('kind', '=', 'bill')
    .where('party_id', '=', supplier_id)
    .where('number', '=', number)
    .where('state', '!=', 'void')
    .executeTakeFirst()
}

type Found = {
  supplier_id: number | null
  currency_id: number | null
  duplicate: { id: number } | undefined
  items: readonly { product_id: number | null }[]
}

function problemsOf(
  ownNumber: string | null,
  facts: PaperFacts,
  { supplier_id, currency_id, duplicate, items }: Found,
): Problem[] {
  const { seller, rows, subtotal, tax, total, buyer_vat_number, type_code } = facts
  const problems: Problem[] = []
  const say = (holds: boolean, problem: Problem) => void (holds && problems.push(problem))
  const rowsSum = sum(rows.map((row) => row.amount)).minus(facts.discount ?? '0')
  const off = subtotal === null ? decimal(0) : decimal(subtotal).minus(rowsSum)
  const wrong =
    total === null || tax === null || subtotal === null ? decimal(0) : decimal(total).minus(subtotal).minus(tax)
  say(type_code !== null && type_code !== '388', { code: 'not_an_invoice' })
  say(buyer_vat_number !== null && ownNumber !== null && buyer_vat_number !== ownNumber, { code: 'other_buyer' })
  say(supplier_id === null, { code: 'unknown_supplier' })
  say(seller.vat_number === null && decimal(tax ?? '0').gt(0), { code: 'no_vat_number' })
  say(seller.vat_number !== null && !saudiTaxNumber.safeParse(seller.vat_number).success, {
    code: 'vat_number_invalid',
  })
  say(duplicate !== undefined, { code: 'duplicate', document_id: duplicate?.id ?? null })
  say(rows.length === 0, { code: 'no_rows' })
  say(!off.eq(0), { code: 'rows_unequal', difference: text(off) })
  say(!wrong.eq(0), { code: 'total_unequal', difference: text(wrong) })
  say(facts.digest_holds === false, { code: 'digest_wrong' })
  say(facts.stamp_holds === false && facts.digest_holds !== false, { code: 'stamp_wrong' })
  say(facts.currency !== null && currency_id === null, { code: 'other_currency' })
  say(
    items.some(({ product_id }) => product_id === null),
    { code: 'unknown_products' },
  )
  return problems
}
