import { sql } from 'kysely'
import { join, type KindQuery, partyName, rowUnit } from './query.ts'

/** The prices of each list, then its customers. */
export const priceListsQuery: KindQuery = (organization) => sql`
  SELECT own.name, own.name_en, own.audience, part.product_id, part.product_unit_id, part.from_quantity, part.price, part.percent_off, part.customer_id,
    currency.code AS currency_id, own.prices_include_tax, branch.name AS branch_id, own.starts_on, own.ends_on, own.status
  FROM price_lists AS own
  JOIN currencies AS currency ON currency.id = own.currency_id
  ${join(organization, 'branches', 'branch', 'own.branch_id')}
  CROSS JOIN LATERAL (
    SELECT line.line_number AS place, product.code AS product_id, ${rowUnit(organization)}, trim_scale(line.from_quantity::numeric) AS from_quantity,
      trim_scale(line.price::numeric) AS price, trim_scale(line.percent_off::numeric) AS percent_off, NULL AS customer_id
    FROM price_list_rows AS line
    JOIN products AS product ON product.organization_id = ${organization} AND product.id = line.product_id
    WHERE line.organization_id = ${organization} AND line.price_list_id = own.id
    UNION ALL
    SELECT 2147483647, NULL, NULL, NULL, NULL, NULL, ${partyName()} FROM price_list_customers AS member
    JOIN parties AS party ON party.organization_id = ${organization} AND party.id = member.customer_id
    WHERE member.organization_id = ${organization} AND member.price_list_id = own.id) AS part
  WHERE own.organization_id = ${organization} ORDER BY own.id, part.place, part.customer_id`
