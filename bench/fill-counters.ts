import type pg from 'pg'

/** All materialized figures of an organisation, computed again from its rows. */
export async function fillKept(client: pg.Client, organization: number): Promise<void> {
  for (const table of kept) await client.query(`DELETE FROM ${table} WHERE organization_id = $1`, [organization])
  for (const statement of [
    dayBalances,
    balances,
    taxDays,
    dayCounts,
    counts,
    dueCounts,
    partyCounts,
    tradeParties,
    tradeProducts,
    transfersByHand,
  ])
    await client.query(statement, [organization])
}

const kept = [
  'daily_balances',
  'monthly_balances',
  'daily_tax_totals',
  'document_counts',
  'document_counts_by_date',
  'document_counts_by_due_date',
  'document_counts_by_party',
  'trade_monthly_by_party',
  'trade_monthly_by_product',
  'manual_transfer_candidates',
]

const dayBalances = `INSERT INTO daily_balances (organization_id, account_id, day, branch_id, cost_center_id, currency_id, kind, debit, credit,
    amount_currency, line_count)
  SELECT line.organization_id, account_id, line.entry_date, line.branch_id, coalesce(cost_center_id, 0),
    line.currency_id, CASE entry.kind WHEN 'opening' THEN 1 WHEN 'closing' THEN 2 ELSE 0 END, sum(debit), sum(credit), sum(amount_currency), count(*)
  FROM journal_lines AS line JOIN journal_entries AS entry ON entry.organization_id = line.organization_id AND entry.id = line.entry_id
  WHERE line.organization_id = $1 GROUP BY 1, 2, 3, 4, 5, 6, 7`

const balances = `INSERT INTO monthly_balances (organization_id, account_id, month, branch_id, cost_center_id, currency_id, kind, debit, credit,
    amount_currency, line_count)
  SELECT organization_id, account_id, date_trunc('month', day)::date, branch_id, cost_center_id, currency_id, kind, sum(debit), sum(credit),
    sum(amount_currency), sum(line_count)
  FROM daily_balances WHERE organization_id = $1 GROUP BY 1, 2, 3, 4, 5, 6, 7`

const taxDays = `INSERT INTO daily_tax_totals (organization_id, day, box, is_adjustment, base, tax, row_count)
  SELECT organization_id, tax_date, box, is_adjustment, sum(sign * base), sum(sign * tax), count(*)
  FROM tax_entries WHERE organization_id = $1 GROUP BY 1, 2, 3, 4`

const dayCounts = `INSERT INTO document_counts_by_date (organization_id, kind, status, day, count)
  SELECT organization_id, kind, status, document_date, count(*) FROM documents WHERE organization_id = $1 GROUP BY 1, 2, 3, 4
  UNION ALL SELECT organization_id, kind, state, payment_date, count(*) FROM payments WHERE organization_id = $1 GROUP BY 1, 2, 3, 4
  UNION ALL SELECT organization_id, 'manual', state, journal_date, count(*) FROM manual_entries WHERE organization_id = $1 GROUP BY 1, 2, 3, 4`

const counts = `INSERT INTO document_counts (organization_id, kind, status, count)
  SELECT organization_id, kind, status, sum(count) FROM document_counts_by_date WHERE organization_id = $1 GROUP BY 1, 2, 3`

const dueCounts = `INSERT INTO document_counts_by_due_date (organization_id, kind, status, is_open, due_date, count, open_base)
  SELECT organization_id, kind, status, state = 'posted' AND settled < total, due_date, count(*),
    sum(CASE WHEN state = 'posted' AND settled < total THEN total_base - settled_base ELSE 0 END)
  FROM documents WHERE organization_id = $1 GROUP BY 1, 2, 3, 4, 5`

const partyCounts = `INSERT INTO document_counts_by_party (organization_id, kind, party_id, year, status, count, net_base)
  SELECT organization_id, kind, party_id, extract(year FROM document_date), status, count(*), sum(net_base)
  FROM documents WHERE organization_id = $1 GROUP BY 1, 2, 3, 4, 5
  UNION ALL SELECT organization_id, kind, party_id, extract(year FROM payment_date), state, count(*), 0
  FROM payments WHERE organization_id = $1 GROUP BY 1, 2, 3, 4, 5`

const traded = `FROM documents AS document JOIN document_lines AS line ON line.organization_id = document.organization_id AND line.document_id = document.id
  WHERE document.organization_id = $1 AND document.state = 'posted' GROUP BY 1, 2, 3, 4, 5`
const tradeParties = `INSERT INTO trade_monthly_by_party (organization_id, kind, month, party_id, branch_id, net, tax, cost, line_count)
  SELECT document.organization_id, document.kind, date_trunc('month', document.document_date)::date, document.party_id, document.branch_id,
    sum(line.net_base), sum(line.tax_share), sum(line.cost_base), count(*) ${traded}`
const tradeProducts = `INSERT INTO trade_monthly_by_product (organization_id, kind, month, product_id, branch_id, quantity, returned, net, tax, cost, line_count)
  SELECT document.organization_id, document.kind, date_trunc('month', document.document_date)::date, line.product_id, document.branch_id,
    sum(line.quantity), coalesce(sum(line.quantity) FILTER (WHERE line.is_return), 0), sum(line.net_base), sum(line.tax_share), sum(line.cost_base), count(*) ${traded}`

const transfersByHand = `INSERT INTO manual_transfer_candidates (organization_id, entry_date, entry_id)
  SELECT entry.organization_id, entry.entry_date, entry.id FROM journal_entries AS entry
  JOIN journal_lines AS line ON line.organization_id = $1 AND line.entry_id = entry.id
  JOIN accounts AS account ON account.organization_id = $1 AND account.id = line.account_id AND account.class NOT IN ('R', 'X')
  WHERE entry.organization_id = $1 AND entry.kind = 'manual'
  GROUP BY entry.organization_id, entry.id HAVING sum(line.debit) > 0 AND sum(line.credit) > 0`
