import type pg from 'pg'
import { fillKept } from './fill-counters.ts'
import { fillManual } from './fill-manual.ts'
import { fillPurchases } from './fill-purchases.ts'
import type { Ground } from './ground.ts'
import { daysSoFar, firstDay, parties, type Roles, takeIds, takeNumbers, thisYear } from './reserve.ts'

/**
 * Fills an organisation by SQL with the rules of the application: of five invoices three sell goods at the constant
 * average cost of 50 and two a service, and two are paid in full some weeks later; for ten invoices there is a bill of
 * goods at that cost, and for twenty a manual entry. Four lines per invoice and two per payment average five lines per
 * invoice, and half a line more for purchases and manual entries. Foreign keys and triggers are off meanwhile; the
 * invariants run afterwards.
 */
export async function fill(client: pg.Client, ground: Ground, invoices: number): Promise<void> {
  await client.query('BEGIN')
  await client.query("SET LOCAL session_replication_role = 'replica'")
  await client.query("SET LOCAL work_mem = '256MB'")
  const roles = await rolesOf(client, ground.organization)
  await client.query(`CREATE TEMPORARY TABLE moved (day date, place bigint, kind text, product bigint, quantity numeric, value numeric,
    document bigint, entry bigint)`)
  await fillSales(client, ground, invoices, roles)
  await fillPurchases(client, ground, Math.floor(invoices / 10), roles)
  await fillManual(client, ground, Math.floor(invoices / 20), roles)
  await client.query(stockMoves, [ground.organization])
  await client.query(stockItems, [ground.organization])
  await fillKept(client, ground.organization)
  await client.query('DROP TABLE moved')
  await client.query('COMMIT')
}

async function fillSales(client: pg.Client, ground: Ground, invoices: number, roles: Roles): Promise<void> {
  const { entries, documents, payments } = await reserve(client, ground, invoices)
  await client.query(drafted, [
    invoices,
    ground.products,
    ground.service,
    firstDay(),
    daysSoFar(),
    await parties(client, ground, 'customer', Math.max(20, Math.floor(invoices / 100))),
  ])
  const values = [ground.organization, ground.branch, ground.tax, ground.currency, ground.user, documents, entries.id]
  await client.query(documentRows, values)
  await client.query(documentLines, [ground.organization, ground.tax, documents])
  await client.query(documentTaxes, [ground.organization, ground.tax, documents])
  await client.query(journal, [ground.organization, ground.year, ground.user, documents, entries.id, entries.number])
  await client.query(journalLines, [
    ground.organization,
    ground.branch,
    ground.currency,
    ground.tax,
    documents,
    entries.id,
    ...['AR', 'REV_GOODS', 'REV_SRV', 'VAT_OUT', 'COGS', 'INV'].map((role) => roles.get(role)),
  ])
  await client.query(taxEntries, [ground.organization, ground.branch, ground.tax, entries.id])
  await client.query(issued, [documents, entries.id])
  await client.query(paid, [payments.count, firstDay(), daysSoFar()])
  await client.query(paymentRows, [
    ground.organization,
    ground.branch,
    ground.currency,
    ground.method,
    ground.user,
    payments.id,
    entries.id + invoices,
    payments.number,
  ])
  await client.query(paymentEntries, [
    ground.organization,
    ground.year,
    ground.user,
    payments.id,
    entries.id + invoices,
    entries.number + invoices,
  ])
  await client.query(paymentLines, [
    ground.organization,
    ground.branch,
    ground.currency,
    entries.id + invoices,
    documents,
    ...['CASH', 'AR'].map((role) => roles.get(role)),
  ])
  await client.query(allocations, [ground.organization, documents, payments.id, entries.id + invoices])
  await client.query('DROP TABLE drafted, paid')
}

/** Ids and numbers after those that are taken; the counters move on as if the application had used them. */
async function reserve(client: pg.Client, { organization }: Ground, invoices: number) {
  const count = Math.floor(invoices / 5) * 2
  await takeNumbers(client, organization, 'invoice', thisYear(), invoices)
  return {
    documents: await takeIds(client, 'documents', invoices),
    entries: {
      id: await takeIds(client, 'journal_entries', invoices + count),
      number: await takeNumbers(client, organization, 'entry', '', invoices + count),
    },
    payments: {
      id: await takeIds(client, 'payments', count),
      number: await takeNumbers(client, organization, 'income', thisYear(), count),
      count,
    },
  }
}

async function rolesOf(client: pg.Client, organization: number): Promise<Roles> {
  const { rows } = await client.query('SELECT role, id FROM accounts WHERE organization_id = $1 AND role IS NOT NULL', [
    organization,
  ])
  return new Map(rows.map((row) => [row.role, Number(row.id)]))
}

const drafted = `CREATE TEMPORARY TABLE drafted AS
  SELECT i, day, customer, product, quantity, price, quantity * price AS net, round(quantity * price * 0.15, 2) AS tax,
    CASE WHEN product = $3::bigint THEN 0 ELSE quantity * 50 END AS cost
  FROM (SELECT i, $4::date + (i::bigint * $5 / $1)::integer AS day, ($6::bigint[])[1 + i % cardinality($6::bigint[])] AS customer,
    CASE WHEN i % 5 < 3 THEN ($2::bigint[])[1 + i % cardinality($2::bigint[])] ELSE $3::bigint END AS product,
    (1 + i % 7)::numeric AS quantity, (60 + i % 53)::numeric AS price FROM generate_series(1, $1::integer) AS i) AS drawn`

const documentRows = `INSERT INTO documents (organization_id, id, kind, number, document_date, due_date, party_kind, party_id, branch_id,
    currency_id, tax_id, subtotal, tax, total, net_base, tax_base, total_base, cost_base, state, status, entry_id, posted_at, created_by)
  SELECT $1, $6 + i, 'invoice', 'INV-' || extract(year FROM day) || '-' || lpad(i::text, greatest(6, length(i::text)), '0'), day, day + 30, 'customer', customer, $2,
    $4, $3, net, tax, net + tax, net, tax, net + tax, cost, 'posted', 'confirmed', $7 + i, day + interval '9 hours', $5 FROM drafted`

const documentLines = `INSERT INTO document_lines (organization_id, document_id, line_number, product_id, product_name, quantity, price, tax_id,
    tax_rate, net, tax, tax_share, net_base, cost_base)
  SELECT $1, $3 + drafted.i, 1, product, products.name, quantity, price, $2, 15, net, drafted.tax, drafted.tax, net, cost
  FROM drafted JOIN products ON products.organization_id = $1 AND products.id = product`

const documentTaxes = `INSERT INTO document_taxes (organization_id, document_id, tax_key, tax_id, category, rate, base, tax)
  SELECT $1, $3 + i, $2::text, $2::bigint, 'S', 15, net, tax FROM drafted`

const journal = `INSERT INTO journal_entries (organization_id, id, entry_number, entry_date, financial_year_id, kind, source, source_id,
    total_debit, total_credit, line_count, posted_by, posted_at)
  SELECT $1, $5 + i, $6 + i - 1, day, $2, 'invoice', 'invoice', $4 + i, net + tax + cost, net + tax + cost,
    CASE WHEN cost = 0 THEN 3 ELSE 5 END, $3, day + interval '9 hours' FROM drafted`

const journalLines = `INSERT INTO journal_lines (organization_id, entry_id, line_number, entry_date, account_id, branch_id, party_kind, party_id,
    debit, credit, currency_id, amount_currency, tax_id, document_id, product_id)
  SELECT $1, $6 + i, line.number, day, line.account, $2, CASE WHEN line.number = 1 THEN 'customer' END,
    CASE WHEN line.number = 1 THEN customer END, line.debit, line.credit, $3, line.debit - line.credit,
    CASE WHEN line.number = 3 THEN $4::bigint END, $5 + i, CASE WHEN line.number IN (2, 5) THEN product END
  FROM drafted CROSS JOIN LATERAL (VALUES (1, $7::bigint, net + tax, 0::numeric),
    (2, CASE WHEN cost = 0 THEN $9::bigint ELSE $8::bigint END, 0, net), (3, $10::bigint, 0, tax),
    (4, $11::bigint, cost, 0), (5, $12::bigint, 0, cost)) AS line (number, account, debit, credit)
  WHERE line.debit + line.credit > 0`

const taxEntries = `INSERT INTO tax_entries (organization_id, entry_id, line_number, tax_date, box, sign, base, tax, tax_id, branch_id)
  SELECT $1, $4 + i, 1, day, '1', 1, net, tax, $3, $2 FROM drafted`

const issued = `INSERT INTO moved
  SELECT day, $1 + i, 'issue', product, -quantity, -cost, $1 + i, $2 + i FROM drafted WHERE cost > 0`

const stockMoves = `INSERT INTO stock_moves (organization_id, product_id, sequence, move_date, kind, quantity, value, quantity_after,
    value_after, document_id, line_number, entry_id, created_at)
  SELECT $1, product, item.last_sequence + row_number() OVER walked, day, kind, moved.quantity, moved.value,
    item.quantity + sum(moved.quantity) OVER walked, item.value + sum(moved.value) OVER walked, document, 1, entry, day + interval '9 hours'
  FROM moved JOIN stock_items AS item ON item.organization_id = $1 AND item.product_id = product
  WINDOW walked AS (PARTITION BY product ORDER BY day, place)`

const stockItems = `UPDATE stock_items SET quantity = last.quantity_after, value = last.value_after, last_sequence = last.sequence,
    last_move_date = last.move_date
  FROM (SELECT DISTINCT ON (product_id) * FROM stock_moves WHERE organization_id = $1 ORDER BY product_id, sequence DESC) AS last
  WHERE stock_items.organization_id = $1 AND stock_items.product_id = last.product_id`

const paid = `CREATE TEMPORARY TABLE paid AS
  SELECT row_number() OVER (ORDER BY i) AS p, *, least(day + (7 * (i % 11))::integer, $2::date + $3::integer) AS paid_on
  FROM drafted WHERE i % 5 IN (1, 2) ORDER BY i LIMIT $1`

const paymentRows = `INSERT INTO payments (organization_id, id, kind, number, payment_date, party_kind, party_id, branch_id, payment_method_id,
    currency_id, amount, amount_base, allocated, allocated_base, state, entry_id, created_by)
  SELECT $1, $6 + p, 'income', 'RCV-' || extract(year FROM paid_on) || '-' || lpad(($8 + p - 1)::text, greatest(6, length(($8 + p - 1)::text)), '0'), paid_on, 'customer', customer, $2, $4,
    $3, net + tax, net + tax, net + tax, net + tax, 'posted', $7 + p, $5 FROM paid`

const paymentEntries = `INSERT INTO journal_entries (organization_id, id, entry_number, entry_date, financial_year_id, kind, source, source_id,
    total_debit, total_credit, line_count, posted_by, posted_at)
  SELECT $1, $5 + p, $6 + p - 1, paid_on, $2, 'receipt', 'income_payment', $4 + p, net + tax, net + tax, 2, $3, paid_on + interval '9 hours' FROM paid`

const paymentLines = `INSERT INTO journal_lines (organization_id, entry_id, line_number, entry_date, account_id, branch_id, party_kind, party_id,
    debit, credit, currency_id, amount_currency, document_id)
  SELECT $1, $4 + p, line.number, paid_on, line.account, $2, CASE WHEN line.number = 2 THEN 'customer' END,
    CASE WHEN line.number = 2 THEN customer END, line.debit, line.credit, $3, line.debit - line.credit,
    CASE WHEN line.number = 2 THEN $5 + i END
  FROM paid CROSS JOIN LATERAL (VALUES (1, $6::bigint, net + tax, 0::numeric), (2, $7::bigint, 0, net + tax)) AS line (number, account, debit, credit)`

const allocations = `WITH made AS (INSERT INTO allocations (organization_id, document_id, payment_id, payment_revision, allocation_date, amount,
    carrying_base, source_base, fx_difference_base, entry_id)
  SELECT $1, $2 + i, $3 + p, 1, paid_on, net + tax, net + tax, net + tax, 0, $4 + p FROM paid)
  UPDATE documents SET settled = total, settled_base = total_base, status = 'paid', first_settled_on = paid_on, last_settled_on = paid_on
  FROM paid WHERE documents.organization_id = $1 AND documents.id = $2 + paid.i`
