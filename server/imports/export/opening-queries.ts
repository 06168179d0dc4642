import { sql } from 'kysely'
import { join, type KindQuery, lotsText, partyName } from './query.ts'

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

export const openingStockQuery: KindQuery = (organization) => sql`
  SELECT head.opening_date, product.code AS product_id, stock.quantity, ${lotsText('stock')} AS lots, stock.unit_cost, branch.name AS branch_id
  FROM opening_stock AS stock JOIN opening_balances AS head ON head.organization_id = ${organization}
  ${join(organization, 'products', 'product', 'stock.product_id')}
  ${join(organization, 'branches', 'branch', 'head.branch_id')}
  WHERE stock.organization_id = ${organization} ORDER BY product.code`

/** What came with a new product. Its entries count down from one, those of the opening balances up from two. */
export const startingStockQuery: KindQuery = (organization) => sql`
  SELECT move.move_date AS stocked_on, product.code AS product_id, move.quantity, trim_scale(round(move.value::numeric / move.quantity::numeric, 6)) AS unit_cost,
    entry.id AS posting_order
  FROM journal_entries AS entry
  JOIN stock_moves AS move ON move.organization_id = ${organization} AND move.product_id = entry.source_id AND move.entry_id = entry.id
  ${join(organization, 'products', 'product', 'move.product_id')}
  WHERE entry.organization_id = ${organization} AND entry.source = 'opening_stock' AND entry.source_revision < 2 AND entry.reverses_id IS NULL
    AND NOT EXISTS (SELECT FROM journal_entries AS back WHERE back.organization_id = ${organization} AND back.reverses_id = entry.id)
  ORDER BY entry.id`
