import type pg from 'pg'
import type { Ground } from './ground.ts'
import { daysSoFar, firstDay, parties, type Roles, takeIds, takeNumbers, thisYear } from './reserve.ts'

/** Bills of goods at the constant average cost, each with its own number of the supplier; two of five are paid some weeks later. */
export async function fillPurchases(client: pg.Client, ground: Ground, bills: number, roles: Roles): Promise<void> {
  const { organization, branch, tax, currency, user, year, method } = ground
  const count = Math.floor(bills / 5) * 2
  const documents = await takeIds(client, 'documents', bills)
  const entries = await takeIds(client, 'journal_entries', bills + count)
  const numbers = await takeNumbers(client, organization, 'entry', '', bills + count)
  const payments = await takeIds(client, 'payments', count)
  const paymentNumbers = await takeNumbers(client, organization, 'expense', thisYear(), count)
  const suppliers = await parties(client, ground, 'supplier', Math.max(10, Math.floor(bills / 100)))
  await client.query(bought, [bills, ground.products, firstDay(), daysSoFar(), suppliers])
  await client.query(documentRows, [organization, branch, tax, currency, user, documents, entries])
  await client.query(documentLines, [organization, tax, documents])
  await client.query(documentTaxes, [organization, tax, documents])
  await client.query(journal, [organization, year, user, documents, entries, numbers])
  const [control, inventory, input, cash] = ['AP', 'INV', 'VAT_IN', 'CASH'].map((role) => roles.get(role))
  await client.query(journalLines, [organization, branch, currency, tax, documents, entries, control, inventory, input])
  await client.query(taxEntries, [organization, branch, tax, entries])
  await client.query(received, [documents, entries])
  await client.query(paid, [count, firstDay(), daysSoFar()])
  const own = [organization, branch, currency, method, user, payments, entries + bills, paymentNumbers]
  await client.query(paymentRows, own)
  await client.query(paymentEntries, [organization, year, user, payments, entries + bills, numbers + bills])
  await client.query(paymentLines, [organization, branch, currency, entries + bills, cash, control, documents])
  await client.query(allocations, [organization, documents, payments, entries + bills])
  await client.query('DROP TABLE bought, settled')
}

const bought = `CREATE TEMPORARY TABLE bought AS
  SELECT *, quantity * 50 AS net, round(quantity * 50 * 0.15, 2) AS tax FROM (
    SELECT i, $3::date + (i::bigint * $4 / $1)::integer AS day, ($5::bigint[])[1 + i % cardinality($5::bigint[])] AS supplier,
      ($2::bigint[])[1 + i % cardinality($2::bigint[])] AS product, (10 + i % 31)::numeric AS quantity
    FROM generate_series(1, $1::integer) AS i) AS drawn`

const documentRows = `INSERT INTO documents (organization_id, id, kind, number, draft_number, document_date, due_date, party_kind, party_id, branch_id,
    currency_id, tax_id, subtotal, tax, total, net_base, tax_base, total_base, cost_base, state, status, entry_id, posted_at, created_by)
  SELECT $1, $6 + i, 'bill', 'B-' || (10000 + i * 7), 'B-' || (10000 + i * 7), day, day + 45, 'supplier', supplier, $2, $4, $3, net, tax, net + tax, net, tax,
    net + tax, net, 'posted', 'sent', $7 + i, day + interval '9 hours', $5 FROM bought`

const documentLines = `INSERT INTO document_lines (organization_id, document_id, line_number, product_id, product_name, quantity, price, tax_id,
    tax_rate, net, tax, tax_share, net_base, cost_base)
  SELECT $1, $3 + bought.i, 1, product, products.name, quantity, 50, $2, 15, net, bought.tax, bought.tax, net, net
  FROM bought JOIN products ON products.organization_id = $1 AND products.id = product`

const documentTaxes = `INSERT INTO document_taxes (organization_id, document_id, tax_key, tax_id, category, rate, base, tax)
  SELECT $1, $3 + i, $2::text, $2::bigint, 'S', 15, net, tax FROM bought`

const journal = `INSERT INTO journal_entries (organization_id, id, entry_number, entry_date, financial_year_id, kind, source, source_id,
    total_debit, total_credit, line_count, posted_by, posted_at)
  SELECT $1, $5 + i, $6 + i - 1, day, $2, 'bill', 'bill', $4 + i, net + tax, net + tax, 3, $3, day + interval '9 hours' FROM bought`

const journalLines = `INSERT INTO journal_lines (organization_id, entry_id, line_number, entry_date, account_id, branch_id, party_kind, party_id,
    debit, credit, currency_id, amount_currency, tax_id, document_id, product_id)
  SELECT $1, $6 + i, line.number, day, line.account, $2, CASE WHEN line.number = 1 THEN 'supplier' END,
    CASE WHEN line.number = 1 THEN supplier END, line.debit, line.credit, $3, line.debit - line.credit,
    CASE WHEN line.number = 3 THEN $4::bigint END, $5 + i, CASE WHEN line.number = 2 THEN product END
  FROM bought CROSS JOIN LATERAL (VALUES (1, $7::bigint, 0::numeric, net + tax), (2, $8::bigint, net, 0), (3, $9::bigint, tax, 0))
    AS line (number, account, debit, credit)`

const taxEntries = `INSERT INTO tax_entries (organization_id, entry_id, line_number, tax_date, box, sign, base, tax, tax_id, branch_id)
  SELECT $1, $4 + i, 1, day, '7', 1, net, tax, $3, $2 FROM bought`

const received = `INSERT INTO moved SELECT day, $1 + i, 'receipt', product, quantity, net, $1 + i, $2 + i FROM bought`

const paid = `CREATE TEMPORARY TABLE settled AS
  SELECT row_number() OVER (ORDER BY i) AS p, *, least(day + (7 * (i % 7))::integer, $2::date + $3::integer) AS paid_on
  FROM bought WHERE i % 5 IN (1, 2) ORDER BY i LIMIT $1`

const paymentRows = `INSERT INTO payments (organization_id, id, kind, number, payment_date, party_kind, party_id, branch_id, payment_method_id,
    currency_id, amount, amount_base, allocated, allocated_base, state, entry_id, created_by)
  SELECT $1, $6 + p, 'expense', 'PAY-' || extract(year FROM paid_on) || '-' || lpad(($8 + p - 1)::text, greatest(6, length(($8 + p - 1)::text)), '0'), paid_on,
    'supplier', supplier, $2, $4, $3, net + tax, net + tax, net + tax, net + tax, 'posted', $7 + p, $5 FROM settled`

const paymentEntries = `INSERT INTO journal_entries (organization_id, id, entry_number, entry_date, financial_year_id, kind, source, source_id,
    total_debit, total_credit, line_count, posted_by, posted_at)
  SELECT $1, $5 + p, $6 + p - 1, paid_on, $2, 'payment', 'expense_payment', $4 + p, net + tax, net + tax, 2, $3, paid_on + interval '9 hours' FROM settled`

const paymentLines = `INSERT INTO journal_lines (organization_id, entry_id, line_number, entry_date, account_id, branch_id, party_kind, party_id,
    debit, credit, currency_id, amount_currency, document_id)
  SELECT $1, $4 + p, line.number, paid_on, line.account, $2, CASE WHEN line.number = 2 THEN 'supplier' END,
    CASE WHEN line.number = 2 THEN supplier END, line.debit, line.credit, $3, line.debit - line.credit, CASE WHEN line.number = 2 THEN $7 + i END
  FROM settled CROSS JOIN LATERAL (VALUES (1, $5::bigint, 0::numeric, net + tax), (2, $6::bigint, net + tax, 0)) AS line (number, account, debit, credit)`

const allocations = `WITH made AS (INSERT INTO allocations (organization_id, document_id, payment_id, payment_revision, allocation_date, amount,
    carrying_base, source_base, fx_difference_base, entry_id)
  SELECT $1, $2 + i, $3 + p, 1, paid_on, net + tax, net + tax, net + tax, 0, $4 + p FROM settled)
  UPDATE documents SET settled = total, settled_base = total_base, status = 'paid', first_settled_on = paid_on, last_settled_on = paid_on
  FROM settled WHERE documents.organization_id = $1 AND documents.id = $2 + settled.i`
