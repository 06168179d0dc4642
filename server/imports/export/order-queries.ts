import { sql } from 'kysely'
import { taxName } from './document-queries.ts'
import { join, type KindQuery, lastEntryBefore, partyName, placeName, rowUnitName } from './query.ts'

/** The part of an amount of the row that is open, counted from the start: what was taken has its own part. */
const openPart = (amount: string) =>
  sql`${sql.ref(amount)}::numeric - round(${sql.ref(amount)}::numeric * (line.quantity - rest.open) / line.quantity, currency.decimals)`

/** What is open of a row. Drafts of documents do not come along, so what they took is open again. */
const openOf = (
  organization: number,
  row: string,
) => sql`${sql.ref(`${row}.quantity`)}::numeric - ${sql.ref(`${row}.taken`)}::numeric - ${sql.ref(`${row}.returned`)}::numeric + coalesce((
    SELECT sum(link.quantity) FROM order_links AS link
    JOIN documents AS made ON made.organization_id = ${organization} AND made.id = link.document_id AND made.state = 'draft'
    WHERE link.organization_id = ${organization} AND link.order_line_id = ${sql.ref(`${row}.id`)}), 0)`

/** Of a discount of the whole, the part of the rows that are open, by their value before it. */
const openDiscount = (organization: number) => sql`own.discount_amount - round(own.discount_amount * coalesce((
    SELECT 1 - sum((row.net + row.discount_share) * (${openOf(organization, 'row')}) / row.quantity) / nullif(sum(row.net + row.discount_share), 0)
    FROM order_lines AS row WHERE row.organization_id = ${organization} AND row.order_id = own.id), 0), currency.decimals)`

type Heads = { until: string; party: string }
/** What of the orders of a kind is still open, as new orders; of what is closed or declined nothing is. */
export const ordersQuery =
  (kind: string, { until, party }: Heads): KindQuery =>
  (organization) =>
    sql`
    SELECT own.number, own.order_date, own.until_date AS ${sql.id(until)}, ${partyName()} AS ${sql.id(party)}, product.code AS product_id, line.product_name,
      CASE WHEN rest.is_stated THEN rest.open / line.unit_content::numeric ELSE rest.open END AS quantity,
      CASE WHEN rest.is_stated THEN ${rowUnitName(organization)} END AS product_unit_id,
      CASE WHEN rest.is_stated OR line.unit_content IS NULL THEN line.price::numeric ELSE round(line.price::numeric / line.unit_content::numeric, 6) END AS price, ${openPart('line.discount_amount')} AS discount_amount, line.discount_percent || '%' AS discount_percent,
      ${taxName} AS tax_rate, center.number AS cost_center_id, ${openDiscount(organization)} AS document_discount_amount,
      own.discount_percent || '%' AS document_discount_percent, own.prices_include_tax, currency.code AS currency_id, branch.name AS branch_id, ${placeName(organization)},
      own.state AS status, own.po_number, own.payment_terms, own.notes, ${lastEntryBefore(organization, sql`own.created_at`)} AS posting_order
    FROM orders AS own
    JOIN order_lines AS line ON line.organization_id = ${organization} AND line.order_id = own.id
    CROSS JOIN LATERAL (SELECT given.open, line.unit_content IS NOT NULL
        AND round(given.open / line.unit_content::numeric, 6) * line.unit_content::numeric = given.open AS is_stated
      FROM (SELECT ${openOf(organization, 'line')} AS open OFFSET 0) AS given) AS rest
    JOIN products AS product ON product.organization_id = ${organization} AND product.id = line.product_id
    JOIN parties AS party ON party.organization_id = ${organization} AND party.id = own.party_id
    JOIN currencies AS currency ON currency.id = own.currency_id
    ${join(organization, 'branches', 'branch', 'own.branch_id')}
    LEFT JOIN taxes AS tax ON tax.organization_id = ${organization} AND tax.id = coalesce(line.tax_id, own.tax_id)
    ${join(organization, 'cost_centers', 'center', 'line.cost_center_id')}
    WHERE own.organization_id = ${organization} AND own.kind = ${kind} AND own.state NOT IN ('declined', 'closed') AND rest.open > 0
    ORDER BY posting_order, own.id, line.line_number`
