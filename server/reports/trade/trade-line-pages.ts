import { type RawBuilder, sql } from 'kysely'
import type { Side } from '#contract/documents/sides.ts'
import { monthStart } from '#ledger/calendar/calendar.ts'
import type { Context } from '#server/core/context.ts'
import { lastMaterializedDay, notInIds } from '#server/journal/as-recorded.ts'
import { readCursor } from '../account-statement/statement-scope.ts'
import { touchedLinesThen, touchedSince } from './trade-as-recorded.ts'
import { isTrade } from './trade-line-sql.ts'
import { tradedKinds } from './trade-totals.ts'

export type TradeScope = {
  from: string
  to: string
  branch_id?: number[] | undefined
  party_id?: number | undefined
  product_id?: number | undefined
  as_known_at?: string | undefined
  after?: string | undefined
}

/**
 * Rows of `kind, quantity, returned, net, tax, cost, document_id, document_date, line_number, party_id, product_id`. As
 * recorded, unchanged documents show their present rows, and the others those of that moment.
 */
export async function tradeLines(
  context: Context,
  side: Side,
  scope: TradeScope,
  limit: number | null,
): Promise<RawBuilder<unknown>> {
  const { to, as_known_at: known_at } = scope
  if (!known_at) return linesNow(context, side, scope, limit)
  const { raises, lowers } = tradedKinds[side.name]
  const scopeOfLines = { ...scope, kinds: [...raises, ...lowers], known_at }
  const untouched = sql`AND ${notInIds(sql`documents.id`, sql`SELECT id FROM touched`)}`
  const { party_id, product_id } = scope
  const place = placeOf(scope)
  return sql`
    WITH touched AS MATERIALIZED (${touchedSince(context.session.organization_id, scopeOfLines)})
    SELECT * FROM (${await linesNow(context, side, { ...scope, to: lastMaterializedDay(known_at, to) }, limit, untouched)}) AS now
    UNION ALL
    SELECT * FROM (${await touchedLinesThen(context, scopeOfLines)}) AS restated
    WHERE true ${party_id === undefined ? sql`` : sql`AND party_id = ${party_id}`}
      ${product_id === undefined ? sql`` : sql`AND product_id = ${product_id}`}
      ${place ? sql`AND (document_date, document_id, line_number) > ${place}` : sql``}`
}

function placeOf({ after }: TradeScope): RawBuilder<unknown> | null {
  const cursor = after ? readCursor(after) : null
  return cursor && sql`(${cursor.date}::date, ${cursor.entry_id}::bigint, ${cursor.line_number}::integer)`
}

async function linesNow(
  context: Context,
  side: Side,
  scope: TradeScope,
  limit: number | null,
  when = sql``,
): Promise<RawBuilder<unknown>> {
  const { from, to, branch_id, party_id, product_id } = scope
  const { raises, lowers } = tradedKinds[side.name]
  const kinds = [...raises, ...lowers]
  const organization = context.session.organization_id
  const cursor = scope.after ? readCursor(scope.after) : null
  const place = placeOf(scope)
  const ofParty = party_id === undefined ? sql`` : sql`AND party_id = ${party_id}`
  const ofProduct = product_id === undefined ? sql`` : sql`AND product_id = ${product_id}`
  const of = sql`documents.organization_id = ${organization} AND state = 'posted' AND document_date BETWEEN ${cursor?.date ?? from}::date AND ${to}::date
    ${branch_id ? sql`AND branch_id = ANY (${branch_id}::bigint[])` : sql``} ${ofParty} ${when} AND ${isTrade(organization)}`
  const figures = sql`documents.kind, line.quantity, CASE WHEN line.is_return THEN line.quantity ELSE 0 END AS returned, line.net_base AS net,
    coalesce(line.tax_base, line.tax_share) AS tax, line.cost_base AS cost, documents.id AS document_id, document_date, line.line_number, party_id, line.product_id`
  const after = place ? sql`AND (document_date, documents.id, line.line_number) > ${place}` : sql``
  // If few rows match, they are read; otherwise each kind gives its next rows by the index of days.
  const isFew =
    party_id === undefined && product_id !== undefined && (await isOfFewRows(context, scope, { kinds, limit }))
  if (isFew)
    return sql`SELECT ${figures} FROM (SELECT * FROM document_lines WHERE organization_id = ${organization} ${ofProduct} OFFSET 0) AS line
      CROSS JOIN LATERAL (SELECT * FROM documents WHERE organization_id = ${organization} AND id = line.document_id OFFSET 0) AS documents
      WHERE ${of} AND documents.kind = ANY (${kinds}::text[]) ${after}`
  // A party's rows by the index of parties, for any number of days a generic plan expects.
  const documentsOf = (kind: string) =>
    party_id === undefined
      ? sql`documents`
      : sql`(SELECT * FROM documents WHERE organization_id = ${organization} AND party_id = ${party_id} AND kind = ${kind}
          ORDER BY document_date, id OFFSET 0) AS documents`
  return sql.join(
    kinds.map(
      (kind) => sql`(SELECT ${figures} FROM ${documentsOf(kind)}
        CROSS JOIN LATERAL (SELECT * FROM document_lines WHERE organization_id = ${organization} AND document_id = documents.id ${ofProduct} OFFSET 0) AS line
        WHERE ${of} AND documents.kind = ${kind} ${after}
        ORDER BY document_date, documents.id, line.line_number LIMIT ${limit}::bigint)`,
    ),
    sql` UNION ALL `,
  )
}

type Page = { kinds: readonly string[]; limit: number | null }

/**
 * Whether a page of one product is found sooner among all rows of the product, of any kind and day, or among the
 * documents of the range, as many as contain so many rows of it. Both numbers come from materialized sums.
 */
async function isOfFewRows({ db, session }: Context, scope: TradeScope, { kinds, limit }: Page): Promise<boolean> {
  if (limit === null) return true
  const { from, to, product_id } = scope
  const own = sql`organization_id = ${session.organization_id}`
  const wanted = sql`kind = ANY (${kinds}::text[]) AND month BETWEEN ${monthStart(from)}::date AND ${to}::date`
  const { rows } = await sql<{ every: number; wanted: number; documents: number }>`
    SELECT coalesce(sum(line_count), 0)::bigint AS every, coalesce(sum(line_count) FILTER (WHERE ${wanted}), 0)::bigint AS wanted,
      (SELECT coalesce(sum(count), 0)::bigint FROM document_counts_by_date
        WHERE ${own} AND kind = ANY (${kinds}::text[]) AND day BETWEEN ${from}::date AND ${to}::date) AS documents
    FROM trade_monthly_by_product WHERE ${own} AND product_id = ${product_id}`.execute(db)
  const found = rows[0] as (typeof rows)[number]
  return found.every <= found.documents * Math.min(1, limit / Math.max(1, found.wanted))
}
