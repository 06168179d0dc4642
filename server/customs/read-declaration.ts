import { sql } from 'kysely'
import type { Context } from '#server/core/context.ts'
import { issueNeutral, readDocumentOfKind } from '#server/documents/read-document.ts'
import { likePattern } from '#server/resource/list.ts'
import { declarationKind } from './declaration.ts'

/** A declaration with everything its form and its paper show. */
export const readDeclaration = (context: Context, id: number) => declarationBy(readDocumentOfKind, context, id)

/** The same of one that was just posted, whose paper is written down with it. */
export const readIssuedDeclaration = (context: Context, id: number) => declarationBy(issueNeutral, context, id)

async function declarationBy(read: typeof readDocumentOfKind, context: Context, id: number) {
  const { number, date, party, party_id, subtotal, tax, ...rest } = await read(context, declarationKind, id)
  const { db } = context
  const [head, lines, bills] = await Promise.all([
    db
      .selectFrom('customs_declarations')
      .select(['customs_value', 'vat_base'])
      .where('document_id', '=', id)
      .executeTakeFirstOrThrow(),
    linesOf(context, id),
    billsOf(context, id),
  ])
  return {
    ...rest,
    ...head,
    subtotal,
    tax,
    duty: subtotal,
    vat: tax,
    lines,
    bills,
    declaration_number: number,
    declaration_date: date,
    supplier_id: party_id,
    supplier: party,
  }
}

const linesOf = ({ db }: Context, id: number) =>
  db
    .selectFrom('customs_declaration_lines as line')
    .innerJoin('products', 'products.id', 'line.product_id')
    .innerJoin('units', 'units.id', 'products.unit_id')
    .select(['line.line_number', 'line.product_id', 'line.quantity', 'line.value', 'line.duty', 'line.stock_duty'])
    .select(sql<string>`line.duty - line.stock_duty`.as('rest_duty'))
    .select(['products.code', 'products.name', 'products.name_en', 'units.name as unit', 'units.name_en as unit_en'])
    .where('line.document_id', '=', id)
    .orderBy('line.line_number')
    .execute()

const billsOf = ({ db }: Context, id: number) =>
  db
    .selectFrom('customs_declaration_bills as own')
    .innerJoin('documents', 'documents.id', 'own.bill_id')
    .innerJoin('currencies', 'currencies.id', 'documents.currency_id')
    .select(['documents.id', 'documents.number', 'documents.document_date as date', 'documents.total'])
    .select(sql`to_json(currencies)`.as('currency'))
    .where('own.document_id', '=', id)
    .orderBy('documents.document_date')
    .orderBy('documents.id')
    .execute()

/** Posted bills, the latest first, by their number and whose they are. */
export async function billOptions({ db }: Context, query: { keyword?: string; per_page: number }) {
  let rows = db
    .selectFrom('documents')
    .innerJoin('parties', 'parties.id', 'documents.party_id')
    // Shown by its number and its supplier, in the language of who looks.
    .select(['documents.id', 'documents.number', 'documents.document_date as date', 'parties.name', 'parties.name_en'])
    .where('documents.kind', '=', 'bill')
    .where('documents.state', '=', 'posted')
  if (query.keyword) {
    const pattern = likePattern(query.keyword)
    rows = rows.where(sql<boolean>`(documents.search_text LIKE ${pattern} OR parties.search_text LIKE ${pattern})`)
  }
  return rows.orderBy('documents.document_date', 'desc').orderBy('documents.id', 'desc').limit(query.per_page).execute()
}

/** The stocked goods of bills, each product once: how many came in, at what, and how many still lie there. */
export async function goodsOf({ db, session }: Context, { bill_id }: { bill_id: number[] }) {
  const organization = session.organization_id
  const { rows } = await sql`
    SELECT product.id AS product_id, product.code, product.name, product.name_en, item.quantity AS on_hand,
      sum(line.quantity) AS quantity, sum(line.net_base) AS value
    FROM document_lines AS line
    JOIN documents AS bill ON bill.organization_id = ${organization} AND bill.id = line.document_id AND bill.kind = 'bill' AND bill.state = 'posted'
    JOIN products AS product ON product.organization_id = ${organization} AND product.id = line.product_id AND NOT product.unlimited_quantity
    JOIN product_types AS type ON type.id = product.product_type_id AND type.key = 'product'
    JOIN stock_items AS item ON item.organization_id = ${organization} AND item.product_id = product.id
    WHERE line.organization_id = ${organization} AND line.document_id = ANY (${bill_id}::bigint[])
    GROUP BY product.id, product.code, product.name, product.name_en, item.quantity ORDER BY product.code, product.id`.execute(
    db,
  )
  return rows
}
