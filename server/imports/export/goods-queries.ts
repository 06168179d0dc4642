import { sql } from 'kysely'
import type { GoodsKindName } from '#contract/goods/goods-kinds.ts'
import { firstEntry, join, type KindQuery, lotsText, placeName, rateOfForeign, rowUnitName } from './query.ts'

/** What of goods notes still waits for its document, on the day and at the value of its note. What was invoiced of them comes with its invoice. */
export const goodsQuery =
  (kind: GoodsKindName): KindQuery =>
  (organization) =>
    sql`
    SELECT own.number, own.note_date, ordered.number AS order_number, product.code AS product_id,
      CASE WHEN rest.is_stated THEN rest.open / line.unit_content::numeric ELSE rest.open END AS quantity,
      CASE WHEN rest.is_stated THEN ${rowUnitName(organization)} END AS product_unit_id,
      CASE WHEN line.settled::numeric = 0 THEN ${lotsText('line')} END AS lots, line.value::numeric - line.settled_value::numeric AS value,
      ${rateOfForeign(organization)} AS exchange_rate, branch.name AS branch_id, ${placeName(organization)}, own.reference, own.notes,
      ${firstEntry(organization, sql`own.kind`)} AS posting_order
    FROM goods_notes AS own
    JOIN goods_note_lines AS line ON line.organization_id = ${organization} AND line.goods_note_id = own.id
    CROSS JOIN LATERAL (SELECT given.open, line.unit_content IS NOT NULL
        AND round(given.open / line.unit_content::numeric, 6) * line.unit_content::numeric = given.open AS is_stated
      FROM (SELECT line.quantity::numeric - line.settled::numeric AS open OFFSET 0) AS given) AS rest
    JOIN order_lines AS row ON row.organization_id = ${organization} AND row.id = line.order_line_id
    JOIN orders AS ordered ON ordered.organization_id = ${organization} AND ordered.id = row.order_id
    JOIN products AS product ON product.organization_id = ${organization} AND product.id = line.product_id
    ${join(organization, 'branches', 'branch', 'own.branch_id')}
    WHERE own.organization_id = ${organization} AND own.kind = ${kind} AND own.state = 'posted' AND NOT own.is_return
      AND line.settled::numeric < line.quantity::numeric AND ordered.state = 'confirmed'
    ORDER BY posting_order, own.id, line.line_number`
