import { sql } from 'kysely'
import { holdsAny } from '#contract/access/permissions.ts'
import type { Context } from '#server/core/context.ts'
import { loadBillMatch } from './decide-differences.ts'
import { type BilledRow, differencesOf } from './differences-of.ts'

type DraftRow = BilledRow & { bill: number; decimals: number; isAnswered: boolean }

/** The drafts of bills with a difference that is not accepted: until then they cannot be issued. */
export async function unansweredBills(context: Context): Promise<number[]> {
  const drafts = Map.groupBy(await draftRows(context), ({ bill }) => bill)
  const taken = [...drafts.values()].flat().flatMap(({ order_line_id }) => order_line_id ?? [])
  if (taken.length === 0) return []
  const { rows: ordered, ...match } = await loadBillMatch(context, taken, null)
  const orderOf = new Map(ordered.map(({ id, order_id }) => [id, order_id]))
  return [...drafts].flatMap(([bill, rows]) => {
    const own = new Set(rows.map(({ order_line_id }) => orderOf.get(order_line_id ?? 0)))
    const of = { ...match, rows: ordered.filter(({ order_id }) => own.has(order_id)) }
    const differences = differencesOf(of, rows, rows[0]?.decimals ?? 0)
    return rows.some(({ isAnswered }, index) => differences[index] && !isAnswered) ? [bill] : []
  })
}

/** How many of them wait for the person: none where orders are not used, or where the role may not accept. */
export async function questionsToAnswer(context: Context): Promise<number> {
  if (!holdsAny(context.session.authority, ['accept-bill-difference'])) return 0
  const { uses_orders } = await context.db.selectFrom('organizations').select('uses_orders').executeTakeFirstOrThrow()
  return uses_orders ? (await unansweredBills(context)).length : 0
}

async function draftRows({ db, session }: Context): Promise<DraftRow[]> {
  const own = session.organization_id
  const { rows } = await sql<DraftRow>`
    SELECT bill.id AS bill, currency.decimals, line.product_id, line.order_line_id, line.goods_line_id, line.quantity::text AS quantity,
      line.price::text AS price, line.unit_content::text AS content, line.net::text AS net, bill.prices_include_tax AS "includesTax",
      line.discount + line.discount_share > 0 AS "isDiscounted", line.difference_reason IS NOT NULL AS "isAnswered"
    FROM documents AS bill
    JOIN currencies AS currency ON currency.id = bill.currency_id
    JOIN document_lines AS line ON line.organization_id = ${own} AND line.document_id = bill.id
    WHERE bill.organization_id = ${own} AND bill.kind = 'bill' AND bill.status = 'draft'
      AND EXISTS (SELECT FROM document_lines AS taking
        WHERE taking.organization_id = ${own} AND taking.document_id = bill.id AND taking.order_line_id IS NOT NULL)
    ORDER BY bill.id, line.line_number`.execute(db)
  return rows
}
