import { sql } from 'kysely'
import type { SheetInput, SheetRow } from '#contract/reports/sheet.ts'
import type { Side } from '#contract/sides.ts'
import { decimal, ratio, sum, text } from '#ledger/money.ts'
import type { Context } from '#server/kit/context.ts'
import { rangeOf } from './range-of.ts'
import { requireFilters } from './require-filters.ts'
import { column, named, sheetOf, word } from './sheet.ts'
import { beside } from './statement-rows.ts'
import { tradeRows } from './trade-rows.ts'

type Query = { from?: string | undefined; to?: string | undefined; branch_id?: number[] | undefined }
type By = 'party' | 'product'
type Traded = {
  id: number
  name: string
  name_en: string | null
  code: string | null
  is_stocked: boolean
  quantity: string
  returned: string
  gross: string
  returns: string
  net: string
  tax: string
  cost: string
}

/** What was sold or bought in a period by party or by product, notes taken off, in base currency without tax (ledger.md 5.10). */
export const showTrade =
  (side: Side, by: By) =>
  async (context: Context, query: Query): Promise<SheetInput> => {
    const { branch_id } = await requireFilters(context, query)
    const { from, to } = await rangeOf(context, query)
    const traded = await tradedOf(context, side, by, { from, to, branch_id })
    const total = text(sum(traded.map(({ net }) => net)))
    const rows = traded.map(
      (row): SheetRow => ({
        ...{ key: `${by}:${row.id}`, style: 'line', level: 1, label: named(row) },
        texts: by === 'product' ? { code: row.code } : {},
        figures: {
          ...(by === 'product' && { quantity: row.quantity, returned: row.returned }),
          ...figuresOf(row, total),
        },
        link: linkOf(side, by, row, { from, to }),
      }),
    )
    const all = { gross: 'gross', returns: 'returns', net: 'net', tax: 'tax', cost: 'cost' } as const
    const sums = Object.fromEntries(
      Object.values(all).map((key) => [key, text(sum(traded.map((row) => row[key])))]),
    ) as Record<keyof typeof all, string>
    const end = { key: 'total', style: 'total', level: 1, label: word('lines.total'), texts: {} } as const
    return sheetOf(
      { from, to },
      columnsOf(side, by),
      rows.length === 0 ? [] : [...rows, { ...end, figures: figuresOf(sums, total) }],
    )
  }

/** What something was sold for also shows what it cost; what it was bought for is the cost. */
function columnsOf(side: Side, by: By) {
  const amounts =
    side.name === 'sales'
      ? ['gross_sales', 'returns', 'net', 'tax', 'cost', 'gross_profit']
      : ['gross_purchases', 'returns', 'net', 'tax']
  const percents = side.name === 'sales' ? ['margin', 'share'] : ['share']
  return [
    ...(by === 'product' ? [column('code', 'code')] : []),
    column('name', 'label', { label: word(`columns.${by === 'product' ? 'product' : side.party}`) }),
    ...(by === 'product' ? [column('quantity', 'quantity'), column('returned', 'quantity')] : []),
    ...amounts.map((key) => column(key, 'amount')),
    ...percents.map((key) => column(key, 'percent')),
  ]
}

function figuresOf(row: Pick<Traded, 'gross' | 'returns' | 'net' | 'tax' | 'cost'>, total: string) {
  const profit = decimal(row.net).minus(row.cost)
  return {
    ...{
      gross_sales: row.gross,
      gross_purchases: row.gross,
      returns: row.returns,
      net: row.net,
      tax: row.tax,
      cost: row.cost,
    },
    gross_profit: text(profit),
    margin: percentOf(text(profit), row.net),
    share: percentOf(row.net, total),
  }
}

const percentOf = (part: string, whole: string) => (decimal(whole).eq(0) ? null : text(ratio(part, 100, whole, 1)))

function linkOf(side: Side, by: By, row: Traded, range: { from: string; to: string }): SheetRow['link'] {
  if (by === 'party') return { to: `${side.party}_statement`, query: { [side.partyField]: row.id, ...range } }
  return row.is_stocked ? { to: 'stock_card', query: { product_id: row.id, ...range } } : null
}

type Scope = { from: string; to: string; branch_id: number[] | undefined }
const kinds = {
  sales: { raises: ['invoice', 'debit_note'], lowers: ['credit_note'] },
  purchases: { raises: ['bill'], lowers: ['supplier_credit'] },
} as const

async function tradedOf(context: Context, side: Side, by: By, scope: Scope): Promise<Traded[]> {
  const { db, session } = context
  const organization = session.organization_id
  const { raises, lowers } = kinds[side.name]
  const names =
    by === 'party'
      ? sql`SELECT sums.*, party.name, party.name_en, NULL AS code, false AS is_stocked FROM sums
          ${beside('parties', 'party', organization, sql`sums.id`)}`
      : sql`SELECT sums.*, product.name, product.name_en, product.code, item.product_id IS NOT NULL AS is_stocked FROM sums
          ${beside('products', 'product', organization, sql`sums.id`)}
          LEFT JOIN stock_items AS item ON item.organization_id = ${organization} AND item.product_id = sums.id`
  const { rows } = await sql<Traded>`
    WITH sums AS MATERIALIZED (
      SELECT id, coalesce(sum(quantity) FILTER (WHERE kind IN ('invoice', 'bill')), 0) AS quantity,
        coalesce(sum(returned) FILTER (WHERE kind = ANY (${lowers}::text[])), 0) AS returned,
        coalesce(sum(net) FILTER (WHERE kind = ANY (${raises}::text[])), 0) AS gross,
        coalesce(sum(net) FILTER (WHERE kind = ANY (${lowers}::text[])), 0) AS returns,
        sum(CASE WHEN kind = ANY (${lowers}::text[]) THEN -net ELSE net END) AS net,
        sum(CASE WHEN kind = ANY (${lowers}::text[]) THEN -tax ELSE tax END) AS tax,
        sum(CASE WHEN kind = ANY (${lowers}::text[]) THEN -cost ELSE cost END) AS cost
      FROM (${await tradeRows(context, [...raises, ...lowers], by, scope)}) AS traded GROUP BY id HAVING sum(line_count) > 0)
    ${names} ORDER BY sums.net DESC, sums.id`.execute(db)
  return rows
}
