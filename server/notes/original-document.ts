import { sql } from 'kysely'
import type { NoteKind } from '#contract/documents/notes.ts'
import type { Tracking } from '#contract/fields/lot-rows.ts'
import { type Decimal, decimal, type Numeric, text } from '#ledger/money.ts'
import type { NotedLine } from '#ledger/note.ts'
import { productType } from '#ledger/posting/product-account.ts'
import { netPrice } from '#ledger/totals.ts'
import { priceOfBase } from '#ledger/unit.ts'
import type { Context } from '#server/core/context.ts'
import { type Need, read } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import { ownTenant } from '#server/db/tenant/verbs.ts'
import type { Product } from '#server/documents/document-references.ts'
import { activeMoves } from '#server/documents/stock/stored-moves.ts'
import { decimalsOfSale } from '#server/e-invoicing/phase.ts'
import { type ReturnedLots, sumOfLots } from '#server/stock/lots/returned-lots.ts'
import { type StatedLot, storedLots } from '#server/stock/lots/row-lots.ts'
import { notedLines } from './noted-lines.ts'
import { type BookedAccount, bookedAccounts } from './original-account.ts'
import { creditableTaxes, type NotedDocumentTax, storedTaxes } from './original-taxes.ts'

export type NotedRow = Omit<NotedLine, 'stated'> & {
  stated: { content: string; price: string; unit: string; unit_en: string | null } | null
  line_number: number
  product: Product
  product_id: number
  product_name: string
  product_name_en: string | null
  /** The unit that the row states; null is the product's own. */
  product_unit_id: number | null
  /** The product's own. */
  unit: string
  unit_en: string | null
  tax_id: number | null
  cost_center_id: number | null
  tax_key: string
  tax_rate: string
  /** Cost of the row's goods when they moved, and the part that was returned. NULL if nothing was stocked. */
  moved: (ReturnedGoods & { returned: Numeric; returned_cost: Numeric }) | null
  booked: BookedAccount | null
  /** Its schedule, where it is recognised over months. */
  deferral_id: number | null
  /** What spreads its cost over goods. */
  landed_cost_id: number | null
  /** The row of an order that it takes. */
  order_line_id: number | null
  /** Its batches or serial numbers, and what earlier notes took of them. */
  lots: readonly StatedLot[]
  returned_lots: ReturnedLots
  /** The row of a goods note whose goods it took. */
  delivered: number | null
}
type ReturnedGoods = { quantity: Decimal; cost: Decimal }
type Credited = { subtotal: string; tax: string; net_base: string; tax_base: string }
export type NotedDocument = {
  row: Omit<Awaited<ReturnType<typeof documentRow>>, 'decimals'>
  rows: NotedRow[]
  taxes: NotedDocumentTax[]
  /** The totals of earlier notes. */
  credited: Credited
  decimals: number
}

/** A document with what earlier notes took off it. It is read once it is locked: two notes at once must not credit the same piece. */
export const originalOf = (kind: NoteKind, id: number): Need<NotedDocument> =>
  read((context) => originalDocument(context, kind, id))

/** The same without a lock, all asked at once. */
export async function originalDocument(context: Context, kind: NoteKind, id: number): Promise<NotedDocument> {
  const [{ decimals, ...row }, rows, credited, taxes] = await Promise.all([
    documentRow(context, kind, id),
    rowsOf(context, kind, id),
    creditedSums(context, id),
    storedTaxes(context, id),
  ])
  const ofNote = kind.side.name === 'sales' ? decimalsOfSale(decimals, context) : decimals
  return {
    row,
    rows,
    taxes: creditableTaxes(context, kind, taxes, decimal(credited.net_base)),
    credited,
    decimals: ofNote,
  }
}

/** Its place as moves name it: null is the main one. */
const placeThatMoves = sql<number | null>`(SELECT place.id FROM places AS place
  WHERE place.organization_id = ${ownTenant} AND place.id = documents.place_id AND NOT place.is_main)`

async function documentRow({ db }: Context, { corrects }: NoteKind, id: number) {
  const row = await db
    .selectFrom('documents')
    .innerJoin('currencies', 'currencies.id', 'documents.currency_id')
    .selectAll('documents')
    .select(['currencies.decimals', placeThatMoves.as('place_moves')])
    .where('documents.id', '=', id)
    .where('documents.kind', 'in', [...corrects])
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  if (row.state !== 'posted') throw new Refusal('document_not_posted')
  return row
}

async function rowsOf(context: Context, kind: NoteKind, id: number): Promise<NotedRow[]> {
  const [lines, credited, moved, booked] = await Promise.all([
    notedLines(context, id),
    creditedBefore(context, id),
    movedBy(context, id),
    bookedAccounts(context, kind, id),
  ])
  return lines.map((line) => {
    const {
      line_number,
      quantity,
      price: written,
      product_unit_id,
      unit_content,
      unit,
      unit_en,
      stated_unit,
      stated_unit_en,
      discount,
      discount_share,
      net,
      tax,
      tax_share,
      tax_id,
      tax_rate,
      cost_center_id,
      product_name,
      product_name_en,
      prices_include_tax: includesTax,
      deferral_id,
      landed_cost_id,
      order_line_id,
      goods_line_id,
      cost_base,
      lots,
      ...own
    } = line
    const taken = credited.get(line_number)
    // A note is written without tax.
    const ofUnit = netPrice(written, tax_rate, includesTax)
    const price = text(unit_content ? priceOfBase(ofUnit, unit_content) : ofUnit)
    const isDiscounted = decimal(discount).plus(discount_share).gt(0)
    // What was delivered or received before moved with its note, and its cost is the row's.
    const before = goods_line_id ? { quantity: decimal(quantity), cost: decimal(cost_base) } : undefined
    const goods = moved.get(line_number) ?? before
    return {
      line_number,
      quantity,
      price,
      product_unit_id,
      unit,
      unit_en,
      stated: unit_content
        ? { content: unit_content, price: text(ofUnit), unit: stated_unit ?? '', unit_en: stated_unit_en }
        : null,
      net,
      tax_id,
      tax_rate,
      cost_center_id,
      product_id: own.id,
      product_name,
      product_name_en,
      deferral_id,
      landed_cost_id,
      order_line_id,
      delivered: goods_line_id,
      lots: storedLots(lots) ?? [],
      returned_lots: sumOfLots(taken?.lots ?? []),
      is_delivered: goods_line_id !== null,
      is_proportional: includesTax || isDiscounted,
      // Under a discount of the document the row was charged its share; otherwise what its paper says.
      gross: includesTax ? text(decimal(net).plus(decimal(discount_share).gt(0) ? tax_share : tax)) : null,
      tax_key: String(tax_id),
      product: { ...own, type: productType(own.type), tracking: own.tracking as Tracking },
      returned_quantity: taken?.returned ?? '0',
      credited_net: taken?.net ?? '0',
      moved: goods ? { ...goods, returned: taken?.moved ?? 0, returned_cost: taken?.cost ?? 0 } : null,
      booked: booked.get(own.id) ?? null,
    }
  })
}

type CreditedRow = {
  line: number
  net: string
  returned: string
  moved: string
  cost: string
  lots: (StatedLot[] | null)[]
}

/**
 * The part that posted notes credited of each row of a document. Of returned goods only those that were stocked then
 * moved; the others left their cost in the sale.
 */
async function creditedBefore({ db }: Context, id: number): Promise<Map<number, CreditedRow>> {
  const rows = await db
    .selectFrom('document_lines as line')
    .innerJoin('documents as note', 'note.id', 'line.document_id')
    .leftJoin('stock_moves as move', (join) =>
      join.onRef('move.document_id', '=', 'line.document_id').onRef('move.line_number', '=', 'line.line_number'),
    )
    .select('line.reference_line as line')
    .select(sql<string>`sum(line.net)`.as('net'))
    .select(sql<string>`coalesce(sum(line.quantity) FILTER (WHERE line.is_return), 0)`.as('returned'))
    // Goods that stayed with the customer took their cost back without a move.
    .select(
      sql<string>`coalesce(sum(CASE WHEN line.goods_line_id IS NULL THEN move.quantity ELSE line.quantity END), 0)`.as(
        'moved',
      ),
    )
    .select(
      sql<string>`coalesce(sum(CASE WHEN line.goods_line_id IS NULL THEN move.value ELSE line.cost_base END), 0)`.as(
        'cost',
      ),
    )
    .select(
      sql<(StatedLot[] | null)[]>`coalesce(json_agg(line.lots) FILTER (WHERE line.lots IS NOT NULL), '[]')`.as('lots'),
    )
    .where('note.reference_id', '=', id)
    .where('note.kind', 'in', ['credit_note', 'supplier_credit'])
    .where('note.state', '=', 'posted')
    .groupBy('line.reference_line')
    .execute()
  return new Map(rows.map((row) => [row.line as number, row as CreditedRow]))
}

/** The stock moves of each row of the current revision. */
async function movedBy(context: Context, id: number): Promise<Map<number, ReturnedGoods>> {
  const rows = await activeMoves(context, id)
  return new Map(
    rows.map((row) => [
      row.line_number as number,
      { quantity: decimal(row.quantity).abs(), cost: decimal(row.value).abs() },
    ]),
  )
}

const creditedSums = ({ db }: Context, id: number): Promise<Credited> =>
  db
    .selectFrom('documents')
    .select(['subtotal', 'tax', 'net_base', 'tax_base'].map((column) => sumOf(column as keyof Credited)))
    .where('reference_id', '=', id)
    .where('kind', 'in', ['credit_note', 'supplier_credit'])
    .where('state', '=', 'posted')
    .executeTakeFirstOrThrow()
const sumOf = (column: keyof Credited) => sql<string>`coalesce(sum(${sql.ref(column)}), 0)`.as(column)
