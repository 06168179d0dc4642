import type pg from 'pg'

/** What a generated organisation is made from; ids of rows that the application itself made. */
export type Ground = {
  organization: number
  branch: number
  tax: number
  currency: number
  method: number
  year: number
  products: number[]
  service: number
  user: number
}

/**
 * Fills an organisation by SQL, by the same rules as the application: of five invoices three sell goods at the constant
 * average cost of 50 and two a service, two are paid in full. Four lines an invoice and two a payment come to five lines
 * an invoice. Foreign keys and triggers are off while it runs; the invariants are asked afterwards.
 */
export async function fill(client: pg.Client, ground: Ground, invoices: number): Promise<void> {
  await client.query('BEGIN')
  await client.query("SET LOCAL session_replication_role = 'replica'")
  await client.query("SET LOCAL work_mem = '256MB'")
  const { entries, documents, payments } = await reserve(client, ground, invoices)
  await client.query(drafted, [
    ...[invoices, ground.products, ground.service, `${new Date().getUTCFullYear()}-01-03`, daysSoFar()],
    ...[await customers(client, ground, Math.max(20, Math.floor(invoices / 100)))],
  ])
  const values = [ground.organization, ground.branch, ground.tax, ground.currency, ground.user, documents, entries.id]
  await client.query(documentRows, values)
  await client.query(documentLines, [ground.organization, ground.tax, documents])
  await client.query(documentTaxes, [ground.organization, ground.tax, documents])
  const roles = await rolesOf(client, ground.organization)
  await client.query(journal, [ground.organization, ground.year, ground.user, documents, entries.id, entries.number])
  await client.query(journalLines, [
    ...[ground.organization, ground.branch, ground.currency, ground.tax, documents, entries.id],
    ...['AR', 'REV_GOODS', 'REV_SRV', 'VAT_OUT', 'COGS', 'INV'].map((role) => roles.get(role)),
  ])
  await client.query(taxEntries, [ground.organization, ground.branch, ground.tax, entries.id])
  await client.query(stockMoves, [ground.organization, documents, entries.id])
  await client.query(stockItems, [ground.organization])
  await client.query(paid, [payments.count])
  await client.query(paymentRows, [
    ...[ground.organization, ground.branch, ground.currency, ground.method, ground.user, payments.id],
    ...[entries.id + invoices, payments.number],
  ])
  await client.query(paymentEntries, [
    ...[ground.organization, ground.year, ground.user, payments.id, entries.id + invoices, entries.number + invoices],
  ])
  await client.query(paymentLines, [
    ...[ground.organization, ground.branch, ground.currency, entries.id + invoices, documents],
    ...['CASH', 'AR'].map((role) => roles.get(role)),
  ])
  await client.query(allocations, [ground.organization, documents, payments.id, entries.id + invoices])
  for (const table of ['day_balances', 'balances', 'tax_days'])
    await client.query(`DELETE FROM ${table} WHERE organization_id = $1`, [ground.organization])
  for (const kept of [dayBalances, balances, taxDays]) await client.query(kept, [ground.organization])
  for (const table of ['document_counts', 'day_counts', 'due_counts', 'party_counts'])
    await client.query(`DELETE FROM ${table} WHERE organization_id = $1`, [ground.organization])
  for (const table of ['trade_parties', 'trade_products'])
    await client.query(`DELETE FROM ${table} WHERE organization_id = $1`, [ground.organization])
  for (const kept of [dayCounts, counts, dueCounts, partyCounts, tradeParties, tradeProducts])
    await client.query(kept, [ground.organization])
  await client.query('DROP TABLE drafted, paid')
  await client.query('COMMIT')
}

/** The days of this year that are over, so that nothing is dated in the future. */
const daysSoFar = (): number =>
  Math.max(1, Math.floor((Date.now() - Date.UTC(new Date().getUTCFullYear(), 0, 4)) / 86_400_000))

/** Ids and numbers after those that are taken; the counters move on as if the application had used them. */
async function reserve(client: pg.Client, { organization }: Ground, invoices: number) {
  const count = Math.floor(invoices / 5) * 2
  const take = async (table: string, many: number) => {
    const { rows } = await client.query(
      `SELECT setval(pg_get_serial_sequence($1, 'id'), nextval(pg_get_serial_sequence($1, 'id')) + $2) AS last`,
      [table, many],
    )
    return Number(rows[0].last) - many
  }
  const number = async (kind: string, scope: string, many: number) => {
    const { rows } = await client.query(
      `INSERT INTO number_series AS series (organization_id, kind, scope, next_number) VALUES ($1, $2, $3, $4 + 1)
       ON CONFLICT (organization_id, kind, scope) DO UPDATE SET next_number = series.next_number + $4 RETURNING next_number`,
      [organization, kind, scope, many],
    )
    return Number(rows[0].next_number) - many
  }
  const year = String(new Date().getUTCFullYear())
  await number('invoice', year, invoices)
  return {
    documents: await take('documents', invoices),
    entries: {
      id: await take('journal_entries', invoices + count),
      number: await number('entry', '', invoices + count),
    },
    payments: { id: await take('payments', count), number: await number('income', year, count), count },
  }
}

async function customers(client: pg.Client, { organization }: Ground, count: number): Promise<number[]> {
  const { rows } = await client.query(
    `INSERT INTO parties (organization_id, kind, name, name_en, email, type, status)
     SELECT $1, 'customer', 'مؤسسة ' || (ARRAY['النخبة','الأفق','الرواد','المدار','القمة','الواحة','البناء','السلام'])[1 + i % 8] || ' ' || i,
       (ARRAY['Elite','Horizon','Pioneers','Orbit','Summit','Oasis','Build','Peace'])[1 + i % 8] || ' Est. ' || i,
       'customer' || i || '@example.sa', 'company', 'active'
     FROM generate_series(1, $2) AS i RETURNING id`,
    [organization, count],
  )
  return rows.map((row) => Number(row.id))
}

async function rolesOf(client: pg.Client, organization: number): Promise<Map<string, number>> {
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
    currency_id, tax_id, subtotal, tax, total, net_base, tax_base, total_base, state, status, entry_id, posted_at, created_by)
  SELECT $1, $6 + i, 'invoice', 'INV-' || extract(year FROM day) || '-' || lpad(i::text, greatest(6, length(i::text)), '0'), day, day + 30, 'customer', customer, $2,
    $4, $3, net, tax, net + tax, net, tax, net + tax, 'posted', 'confirmed', $7 + i, day + interval '9 hours', $5 FROM drafted`

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

const stockMoves = `INSERT INTO stock_moves (organization_id, product_id, sequence, move_date, kind, quantity, value, quantity_after,
    value_after, document_id, line_number, entry_id)
  SELECT $1, product, item.last_sequence + row_number() OVER moved, day, 'issue', -drafted.quantity, -cost,
    item.quantity - sum(drafted.quantity) OVER moved, item.value - sum(cost) OVER moved, $2 + i, 1, $3 + i
  FROM drafted JOIN stock_items AS item ON item.organization_id = $1 AND item.product_id = product
  WHERE cost > 0 WINDOW moved AS (PARTITION BY product ORDER BY i)`

const stockItems = `UPDATE stock_items SET quantity = last.quantity_after, value = last.value_after, last_sequence = last.sequence,
    last_move_date = last.move_date
  FROM (SELECT DISTINCT ON (product_id) * FROM stock_moves WHERE organization_id = $1 ORDER BY product_id, sequence DESC) AS last
  WHERE stock_items.organization_id = $1 AND stock_items.product_id = last.product_id`

const paid = `CREATE TEMPORARY TABLE paid AS
  SELECT row_number() OVER (ORDER BY i) AS p, * FROM drafted WHERE i % 5 IN (1, 2) ORDER BY i LIMIT $1`

const paymentRows = `INSERT INTO payments (organization_id, id, kind, number, payment_date, party_kind, party_id, branch_id, payment_method_id,
    currency_id, amount, amount_base, allocated, allocated_base, state, entry_id, created_by)
  SELECT $1, $6 + p, 'income', 'RCV-' || extract(year FROM day) || '-' || lpad(($8 + p - 1)::text, greatest(6, length(($8 + p - 1)::text)), '0'), day, 'customer', customer, $2, $4,
    $3, net + tax, net + tax, net + tax, net + tax, 'posted', $7 + p, $5 FROM paid`

const paymentEntries = `INSERT INTO journal_entries (organization_id, id, entry_number, entry_date, financial_year_id, kind, source, source_id,
    total_debit, total_credit, line_count, posted_by)
  SELECT $1, $5 + p, $6 + p - 1, day, $2, 'receipt', 'income_payment', $4 + p, net + tax, net + tax, 2, $3 FROM paid`

const paymentLines = `INSERT INTO journal_lines (organization_id, entry_id, line_number, entry_date, account_id, branch_id, party_kind, party_id,
    debit, credit, currency_id, amount_currency, document_id)
  SELECT $1, $4 + p, line.number, day, line.account, $2, CASE WHEN line.number = 2 THEN 'customer' END,
    CASE WHEN line.number = 2 THEN customer END, line.debit, line.credit, $3, line.debit - line.credit,
    CASE WHEN line.number = 2 THEN $5 + i END
  FROM paid CROSS JOIN LATERAL (VALUES (1, $6::bigint, net + tax, 0::numeric), (2, $7::bigint, 0, net + tax)) AS line (number, account, debit, credit)`

const allocations = `WITH made AS (INSERT INTO allocations (organization_id, document_id, payment_id, payment_revision, allocation_date, amount,
    relief_base, source_base, difference_base, entry_id)
  SELECT $1, $2 + i, $3 + p, 1, day, net + tax, net + tax, net + tax, 0, $4 + p FROM paid)
  UPDATE documents SET settled = total, settled_base = total_base, status = 'paid'
  FROM paid WHERE documents.organization_id = $1 AND documents.id = $2 + paid.i`

const dayBalances = `INSERT INTO day_balances (organization_id, account_id, day, branch_id, cost_center_id, currency_id, kind, debit, credit,
    amount_currency, line_count)
  SELECT line.organization_id, account_id, line.entry_date, line.branch_id, coalesce(cost_center_id, 0),
    line.currency_id, CASE entry.kind WHEN 'opening' THEN 1 WHEN 'closing' THEN 2 ELSE 0 END, sum(debit), sum(credit), sum(amount_currency), count(*)
  FROM journal_lines AS line JOIN journal_entries AS entry ON entry.organization_id = line.organization_id AND entry.id = line.entry_id
  WHERE line.organization_id = $1 GROUP BY 1, 2, 3, 4, 5, 6, 7`

const balances = `INSERT INTO balances (organization_id, account_id, month, branch_id, cost_center_id, currency_id, kind, debit, credit,
    amount_currency, line_count)
  SELECT organization_id, account_id, date_trunc('month', day)::date, branch_id, cost_center_id, currency_id, kind, sum(debit), sum(credit),
    sum(amount_currency), sum(line_count)
  FROM day_balances WHERE organization_id = $1 GROUP BY 1, 2, 3, 4, 5, 6, 7`

const taxDays = `INSERT INTO tax_days (organization_id, day, box, is_adjustment, base, tax, row_count)
  SELECT organization_id, tax_date, box, is_adjustment, sum(sign * base), sum(sign * tax), count(*)
  FROM tax_entries WHERE organization_id = $1 GROUP BY 1, 2, 3, 4`

const dayCounts = `INSERT INTO day_counts (organization_id, kind, status, day, count)
  SELECT organization_id, kind, status, document_date, count(*) FROM documents WHERE organization_id = $1 GROUP BY 1, 2, 3, 4
  UNION ALL SELECT organization_id, kind, state, payment_date, count(*) FROM payments WHERE organization_id = $1 GROUP BY 1, 2, 3, 4`

const counts = `INSERT INTO document_counts (organization_id, kind, status, count)
  SELECT organization_id, kind, status, sum(count) FROM day_counts WHERE organization_id = $1 GROUP BY 1, 2, 3`

const dueCounts = `INSERT INTO due_counts (organization_id, kind, status, is_open, due_date, count, open_base)
  SELECT organization_id, kind, status, state = 'posted' AND settled < total, due_date, count(*),
    sum(CASE WHEN state = 'posted' AND settled < total THEN total_base - settled_base ELSE 0 END)
  FROM documents WHERE organization_id = $1 GROUP BY 1, 2, 3, 4, 5`

const partyCounts = `INSERT INTO party_counts (organization_id, kind, party_id, year, status, count, net_base)
  SELECT organization_id, kind, party_id, extract(year FROM document_date), status, count(*), sum(net_base)
  FROM documents WHERE organization_id = $1 GROUP BY 1, 2, 3, 4, 5
  UNION ALL SELECT organization_id, kind, party_id, extract(year FROM payment_date), state, count(*), 0
  FROM payments WHERE organization_id = $1 GROUP BY 1, 2, 3, 4, 5`

const traded = `FROM documents AS document JOIN document_lines AS line ON line.organization_id = document.organization_id AND line.document_id = document.id
  WHERE document.organization_id = $1 AND document.state = 'posted' GROUP BY 1, 2, 3, 4, 5`
const tradeParties = `INSERT INTO trade_parties (organization_id, kind, month, party_id, branch_id, net, tax, cost, line_count)
  SELECT document.organization_id, document.kind, date_trunc('month', document.document_date)::date, document.party_id, document.branch_id,
    sum(line.net_base), sum(line.tax_share), sum(line.cost_base), count(*) ${traded}`
const tradeProducts = `INSERT INTO trade_products (organization_id, kind, month, product_id, branch_id, quantity, returned, net, tax, cost, line_count)
  SELECT document.organization_id, document.kind, date_trunc('month', document.document_date)::date, line.product_id, document.branch_id,
    sum(line.quantity), coalesce(sum(line.quantity) FILTER (WHERE line.is_return), 0), sum(line.net_base), sum(line.tax_share), sum(line.cost_base), count(*) ${traded}`
