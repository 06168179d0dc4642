import { type RawBuilder, sql } from 'kysely'
import type { Side } from '#contract/documents/sides.ts'
import type { SheetInput, SheetRow } from '#contract/reports/sheet.ts'
import { decimal, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { requireRows } from '#server/core/references.ts'
import { spellCursor } from '../account-statement/statement-scope.ts'
import { daysOf } from '../framework/date-range.ts'
import { requireFilters } from '../framework/require-filters.ts'
import { column, named, sheetOf, withLeadingColumns, word } from '../framework/sheet.ts'
import { type TradeScope, tradeLines } from './trade-line-pages.ts'
import { type TradedSums, tradedKinds, tradedOf } from './trade-totals.ts'

type Query = Omit<TradeScope, 'from' | 'to'> & { from?: string | undefined; to?: string | undefined }
type Sums = TradedSums & { quantity: string | null; returned: string | null }
type Detail = Sums & {
  document_id: number
  line_number: number
  document_date: string
  kind: string
  number: string | null
  party: string
  party_en: string | null
  product: string
  product_en: string | null
}

/** The rows of documents behind what was sold or bought (accounting rule 5.10), by their days; they sum to each of its figures. */
export const showTradeDetails =
  (side: Side) =>
  async (context: Context, query: Query, limit: number): Promise<SheetInput> => {
    const { party_id, product_id } = query
    const [{ branch_id }, { from, to }] = await Promise.all([
      requireFilters(context, query),
      daysOf(context, query),
      requireRows(context.db, {
        party_id: ['parties', party_id, { kind: side.party }],
        product_id: ['products', product_id],
      }),
    ])
    const scope = { ...query, branch_id, from, to }
    const found = await detailsOf(context, side, scope, limit + 1)
    const rows = found.slice(0, limit)
    const last = found.length > limit ? rows.at(-1) : undefined
    const sums = last || rows.length === 0 ? null : await sumsOf(context, side, scope)
    const end = { key: 'total', style: 'total', level: 1, label: word('lines.total'), texts: {} } as const
    return sheetOf(
      { from, to },
      columnsOf(side, query),
      [...rows.map(detailRow), ...(sums ? [{ ...end, figures: figuresOf(sums) }] : [])],
      {
        subject: product_id === undefined ? null : await productOf(context, product_id),
        next: last
          ? spellCursor({ date: last.document_date, entry_id: last.document_id, line_number: last.line_number })
          : null,
      },
    )
  }

/** The party or product of all rows is not repeated in each. */
function columnsOf(side: Side, { party_id, product_id }: Query) {
  const amounts =
    side.name === 'sales'
      ? ['gross_sales', 'returns', 'net', 'tax', 'cost', 'gross_profit']
      : ['gross_purchases', 'returns', 'net', 'tax']
  return withLeadingColumns(
    ['net'],
    [
      column('date', 'date'),
      column('entry', 'label'),
      ...(party_id === undefined ? [column('party', 'text', { label: word(`columns.${side.party}`) })] : []),
      ...(product_id === undefined ? [column('product', 'text')] : []),
      column('quantity', 'quantity'),
      column('returned', 'quantity'),
      ...amounts.map((key) => column(key, 'amount')),
    ],
  )
}

const detailRow = (row: Detail): SheetRow => ({
  key: `${row.document_id}.${row.line_number}`,
  style: 'line',
  level: 1,
  label: word(`kinds.${row.kind}`, row.number),
  texts: {
    date: row.document_date,
    party: { name: row.party, name_en: row.party_en },
    product: { name: row.product, name_en: row.product_en },
  },
  figures: figuresOf(row),
  link: { to: row.kind, query: { id: row.document_id } },
})

const figuresOf = ({ gross, cost, net, ...rest }: Sums): SheetRow['figures'] => ({
  quantity: rest.quantity,
  returned: rest.returned,
  returns: rest.returns,
  tax: rest.tax,
  gross_sales: gross,
  gross_purchases: gross,
  net,
  cost,
  gross_profit: text(decimal(net).minus(cost)),
})

/** The amounts of a row per figure: notes that reduce subtract, and only returned goods count as returned. */
function signed(side: Side): RawBuilder<unknown> {
  const lowers = sql`line.kind = ANY (${tradedKinds[side.name].lowers}::text[])`
  const off = (amount: RawBuilder<unknown>) => sql`CASE WHEN ${lowers} THEN -${amount} ELSE ${amount} END`
  return sql`CASE WHEN line.kind IN ('invoice', 'bill') THEN line.quantity END AS quantity,
    CASE WHEN ${lowers} AND line.returned <> 0 THEN line.returned END AS returned,
    CASE WHEN ${lowers} THEN 0 ELSE line.net END AS gross, CASE WHEN ${lowers} THEN line.net ELSE 0 END AS returns,
    ${off(sql`line.net`)} AS net, ${off(sql`line.tax`)} AS tax, ${off(sql`line.cost`)} AS cost`
}

async function detailsOf(context: Context, side: Side, scope: TradeScope, limit: number): Promise<Detail[]> {
  const organization = context.session.organization_id
  const own = (table: string, id: RawBuilder<unknown>, columns: RawBuilder<unknown>) =>
    sql`(SELECT ${columns} FROM ${sql.table(table)} AS own WHERE own.organization_id = ${organization} AND own.id = ${id} OFFSET 0)`
  const { rows } = await sql<Detail>`
    WITH page AS MATERIALIZED (
      SELECT * FROM (${await tradeLines(context, side, scope, limit)}) AS found
      ORDER BY document_date, document_id, line_number LIMIT ${limit})
    SELECT line.document_id, line.line_number, line.document_date, line.kind, ${signed(side)}, document.number,
      party.name AS party, party.name_en AS party_en, product.name AS product, product.name_en AS product_en
    FROM page AS line
    CROSS JOIN LATERAL ${own('documents', sql`line.document_id`, sql`number`)} AS document
    CROSS JOIN LATERAL ${own('parties', sql`line.party_id`, sql`name, name_en`)} AS party
    CROSS JOIN LATERAL ${own('products', sql`line.product_id`, sql`name, name_en`)} AS product
    ORDER BY line.document_date, line.document_id, line.line_number`.execute(context.db)
  return rows
}

/** The total of all rows, from materialized sums; filtered by one party and one product, from their rows. */
async function sumsOf(context: Context, side: Side, { after: _, ...scope }: TradeScope): Promise<Sums> {
  const { from, to, branch_id, party_id, product_id, as_known_at: known_at } = scope
  if (party_id === undefined || product_id === undefined) {
    const by = product_id === undefined ? 'party' : 'product'
    const of = { from, to, branch_id, known_at, id: product_id ?? party_id }
    const { rows, sums } = await tradedOf(context, side, by, of, { offset: 0, limit: 1 })
    // Pieces of one product are added up, and nothing else.
    return { quantity: null, returned: null, ...sums, ...(by === 'product' && rows[0]) }
  }
  const { rows } = await sql<Sums>`
    SELECT sum(gross) AS gross, sum(returns) AS returns, sum(net) AS net, sum(tax) AS tax, sum(cost) AS cost,
      sum(quantity) AS quantity, sum(returned) AS returned
    FROM (SELECT ${signed(side)} FROM (${await tradeLines(context, side, scope, null)}) AS line) AS signed`.execute(
    context.db,
  )
  return rows[0] as Sums
}

async function productOf({ db }: Context, id: number): Promise<SheetInput['subject']> {
  const product = await db
    .selectFrom('products')
    .select(['name', 'name_en', 'code'])
    .where('id', '=', id)
    .executeTakeFirst()
  return product ? { ...named(product), code: product.code } : null
}
