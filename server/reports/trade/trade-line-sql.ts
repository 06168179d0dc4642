import { type RawBuilder, sql } from 'kysely'
import { addDays, isMonthStart, monthEnd, monthStart, type Range } from '#ledger/calendar/calendar.ts'
import type { Context } from '#server/core/context.ts'
import { notInIds } from '#server/journal/as-recorded.ts'

type Scope = Range & { branch_id: number[] | undefined }

/**
 * The trade of each party or product in documents of these kinds, as rows of `id, kind, quantity, returned, net, tax,
 * cost, line_count`: whole months from materialized sums, the days of a partial month from its documents. Documents
 * listed as `touched` are left out.
 */
export async function tradeRows(
  context: Context,
  kinds: readonly string[],
  by: 'party' | 'product',
  scope: Scope,
  touched?: RawBuilder<unknown>,
): Promise<RawBuilder<unknown>> {
  const organization = context.session.organization_id
  const { kept, days } = await divide(context, kinds, scope)
  const inBranch = scope.branch_id ? sql`AND branch_id = ANY (${scope.branch_id}::bigint[])` : sql``
  const months =
    by === 'party'
      ? sql`SELECT party_id AS id, kind, 0 AS quantity, 0 AS returned, net, tax, cost, line_count FROM trade_monthly_by_party`
      : sql`SELECT product_id AS id, kind, quantity, returned, net, tax, cost, line_count FROM trade_monthly_by_product`
  const ofMonths =
    kept &&
    sql`${months} WHERE organization_id = ${organization} AND kind = ANY (${kinds}::text[]) AND month BETWEEN ${kept.from}::date AND ${kept.to}::date ${inBranch}`
  const of = ({
    from,
    to,
  }: Range) => sql`organization_id = ${organization} AND state = 'posted' AND document_date BETWEEN ${from}::date AND ${to}::date
    ${inBranch} AND ${isTrade(organization)} ${touched ? sql`AND ${notInIds(sql`id`, touched)}` : sql``}`
  // A party's part is the documents' own: their rows sum to it.
  const ofParties = (range: Range) => sql`
    SELECT party_id, kind, 0, 0, sum(net_base), sum(tax_base), sum(cost_base), count(*)
    FROM documents WHERE ${of(range)} AND kind = ANY (${kinds}::text[]) GROUP BY party_id, kind`
  // Rows need nothing of their document but its kind: they are met by its id in one walk.
  const ofProducts = (range: Range, kind: string) => sql`
    SELECT product_id, ${kind}, quantity, CASE WHEN is_return THEN quantity ELSE 0 END, net_base, coalesce(tax_base, tax_share), cost_base, 1 FROM document_lines
    WHERE organization_id = ${organization} AND document_id = ANY (ARRAY (
      SELECT id FROM documents WHERE ${of(range)} AND kind = ${kind}))`
  const ofDays = days.flatMap((range) =>
    by === 'party' ? [ofParties(range)] : kinds.map((kind) => ofProducts(range, kind)),
  )
  const none = sql`SELECT NULL::bigint AS id, NULL AS kind, 0::numeric AS quantity, 0::numeric AS returned, 0::numeric AS net, 0::numeric AS tax, 0::numeric AS cost, 0::bigint AS line_count WHERE false`
  const taken =
    kept &&
    touched &&
    keptOf(organization, touched, {
      kinds,
      by,
      of: sql`document_date BETWEEN ${kept.from}::date AND ${kept.to}::date ${inBranch}`,
    })
  return sql.join([none, ...(ofMonths ? [ofMonths] : []), ...(taken ? [taken] : []), ...ofDays], sql` UNION ALL `)
}

/** The materialized sums of the listed documents, to be subtracted. */
function keptOf(
  organization: number,
  touched: RawBuilder<unknown>,
  { kinds, by, of }: { kinds: readonly string[]; by: 'party' | 'product'; of: RawBuilder<unknown> },
): RawBuilder<unknown> {
  return sql`
    SELECT ${by === 'party' ? sql`documents.party_id` : sql`line.product_id`}, kind, -line.quantity, CASE WHEN line.is_return THEN -line.quantity ELSE 0 END, -line.net_base,
      -coalesce(line.tax_base, line.tax_share), -line.cost_base, -1
    FROM (${touched}) AS touched
    CROSS JOIN LATERAL (SELECT * FROM documents WHERE organization_id = ${organization} AND id = touched.id OFFSET 0) AS documents
    CROSS JOIN LATERAL (SELECT * FROM document_lines WHERE organization_id = ${organization} AND document_id = documents.id OFFSET 0) AS line
    WHERE kind = ANY (${kinds}::text[]) AND state = 'posted' AND ${of} AND ${isTrade(organization)}`
}

/** A credit note on what was charged in advance takes no sale back; of `documents`. */
export const isTrade = (organization: number) => sql`
  NOT (kind = 'credit_note' AND EXISTS (SELECT 1 FROM documents AS advance
    WHERE advance.organization_id = ${organization} AND advance.id = documents.reference_id AND advance.kind = 'advance_invoice'))`

/**
 * The whole months of a range, by their first days, which are materialized; and the days before and after them, which
 * are not.
 */
export async function divide(context: Context, kinds: readonly string[], { from, to }: Range) {
  const first = isMonthStart(from) ? from : addDays(monthEnd(from), 1)
  const isWhole = to === monthEnd(to) || !(await isLater(context, kinds, to))
  const until = isWhole ? addDays(monthEnd(to), 1) : monthStart(to)
  if (first >= until) return { kept: null, days: [{ from, to }] }
  const days = [
    { from, to: addDays(first, -1) },
    { from: until, to },
  ]
  return { kept: { from: first, to: addDays(until, -1) }, days: days.filter((range) => range.from <= range.to) }
}

/** Whether anything is dated later in the month of a day; if not, the materialized month is the month to date. */
async function isLater({ db }: Context, kinds: readonly string[], day: string): Promise<boolean> {
  const later = await db
    .selectFrom('document_counts_by_date')
    .select('day')
    .where('kind', 'in', kinds)
    .where('status', 'not in', ['draft', 'void'])
    .where('day', '>', day)
    .where('day', '<=', monthEnd(day))
    .where('count', '>', 0)
    .limit(1)
    .executeTakeFirst()
  return later !== undefined
}
