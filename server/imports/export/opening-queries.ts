import { sql } from 'kysely'
import { join, type KindQuery, partyName } from './query.ts'

export const openingLinesQuery: KindQuery = (organization) => sql`
  SELECT head.opening_date, account.number AS account_id, line.debit, line.credit, branch.name AS branch_id,
    CASE WHEN line.amount_currency > 0 THEN currency.code END AS currency_id, nullif(line.amount_currency, 0) AS amount_currency
  FROM opening_lines AS line JOIN opening_balances AS head ON head.organization_id = ${organization}
  JOIN accounts AS account ON account.organization_id = ${organization} AND account.id = line.account_id
  JOIN currencies AS currency ON currency.id = line.currency_id
  JOIN branches AS branch ON branch.organization_id = ${organization} AND branch.id = head.branch_id
  WHERE line.organization_id = ${organization} ORDER BY line.line_number`

export const openItemsQuery =
  (kind: string, field: string): KindQuery =>
  (organization) =>
    sql`
    SELECT head.opening_date, ${partyName()} AS ${sql.id(field)}, own.number, own.due_date, own.total AS amount, currency.code AS currency_id,
      branch.name AS branch_id, CASE WHEN currency.id <> self.currency_id THEN trim_scale(own.exchange_rate::numeric) END AS exchange_rate
    FROM documents AS own JOIN opening_balances AS head ON head.organization_id = ${organization}
    JOIN organizations AS self ON self.organization_id = ${organization}
    JOIN parties AS party ON party.organization_id = ${organization} AND party.id = own.party_id
    JOIN currencies AS currency ON currency.id = own.currency_id
    JOIN branches AS branch ON branch.organization_id = ${organization} AND branch.id = head.branch_id
    WHERE own.organization_id = ${organization} AND own.kind = ${kind} AND own.state = 'posted' ORDER BY own.id`

/** What was opened, and what came with a new product: both are the first goods of it. */
export const openingStockQuery: KindQuery = (organization) => sql`
  SELECT coalesce(head.opening_date, opened.first_date) AS opening_date, product.code AS product_id, opened.quantity,
    trim_scale(coalesce(own.unit_cost::numeric, round(opened.value / opened.quantity, 6))) AS unit_cost, branch.name AS branch_id
  FROM (
    SELECT product_id, sum(quantity::numeric) AS quantity, sum(value::numeric) AS value, min(min(move_date)) OVER () AS first_date
    FROM stock_moves WHERE organization_id = ${organization} AND kind = 'opening' GROUP BY product_id HAVING sum(quantity::numeric) > 0) AS opened
  JOIN products AS product ON product.organization_id = ${organization} AND product.id = opened.product_id
  LEFT JOIN opening_balances AS head ON head.organization_id = ${organization}
  LEFT JOIN opening_stock AS own ON own.organization_id = ${organization} AND own.product_id = opened.product_id AND own.quantity = opened.quantity
  ${join(organization, 'branches', 'branch', 'head.branch_id')}
  ORDER BY product.code`
