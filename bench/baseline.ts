import Fastify from 'fastify'
import pg from 'pg'
import type { ConnectionSettings } from '#server/db/driver/pool.ts'
import type { Ground } from './ground.ts'

export type Floor = { address: string; stop(): Promise<void> }

/**
 * The lower bound: the same rows written in one statement directly on PostgreSQL, behind an empty route without
 * sign-in, validation or rules; and an empty route without a database.
 */
export async function startFloor(
  database: ConnectionSettings,
  places: readonly { ground: Ground; customer: number }[],
  big: Ground,
): Promise<Floor> {
  const pool = new pg.Pool({ ...database, max: 16 })
  const app = Fastify()
  app.get('/api/empty', async () => ({ data: {} }))
  app.post<{ Params: { place: string } }>('/api/bare/:place', async ({ params }) => {
    const { ground, customer } = places[Number(params.place)] as (typeof places)[number]
    const values = [ground.organization, ground.branch, ground.tax, ground.year, customer, ground.products.slice(0, 3)]
    const client = await pool.connect()
    try {
      await client.query(`BEGIN; SET LOCAL app.organization_id = ${ground.organization}`)
      await client.query({ name: 'bare', text: bare, values })
      await client.query('COMMIT')
    } finally {
      client.release()
    }
    return { data: {} }
  })
  for (const [name, { text, values }] of Object.entries(reads(big)))
    app.get(`/api/${name}`, async () => {
      const client = await pool.connect()
      try {
        await client.query(`BEGIN READ ONLY; SET LOCAL app.organization_id = ${big.organization}`)
        const { rows } = await client.query({ name, text, values })
        await client.query('COMMIT')
        return { data: rows }
      } finally {
        client.release()
      }
    })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    address,
    stop: async () => {
      await app.close()
      await pool.end()
    },
  }
}

// An invoice of three rows of 10.50 with goods that cost 50: document, rows, tax, entry of five lines, tax row,
// balances, stock and its moves, both counters, the log of activity and the sums by day. Counters and balances are last
// in the statement, as in the application. The result are valid books.
const bare = `WITH number AS (
    INSERT INTO number_series AS series (organization_id, kind, scope, next_number) VALUES ($1, 'bare', '', 2)
    ON CONFLICT (organization_id, kind, scope) DO UPDATE SET next_number = series.next_number + 1 RETURNING next_number - 1 AS taken),
  counted AS (
    INSERT INTO number_series AS series (organization_id, kind, scope, next_number) VALUES ($1, 'entry', '', 2)
    ON CONFLICT (organization_id, kind, scope) DO UPDATE SET next_number = series.next_number + 1 RETURNING next_number - 1 AS taken),
  made AS (SELECT nextval(pg_get_serial_sequence('documents', 'id')) AS document, nextval(pg_get_serial_sequence('journal_entries', 'id')) AS entry),
  entry AS (
    INSERT INTO journal_entries (organization_id, id, entry_number, entry_date, financial_year_id, kind, source, source_id, total_debit, total_credit, line_count)
    SELECT $1, made.entry, counted.taken, current_date, $4, 'invoice', 'invoice', made.document, 186.23, 186.23, 5 FROM made, counted),
  document AS (
    INSERT INTO documents (organization_id, id, kind, number, document_date, due_date, party_kind, party_id, branch_id, currency_id, tax_id, subtotal, tax,
      total, net_base, tax_base, total_base, cost_base, state, status, entry_id, posted_at)
    SELECT $1, made.document, 'invoice', 'BARE-' || number.taken, current_date, current_date, 'customer', $5, $2, 1, $3, 31.5, 4.73, 36.23, 31.5, 4.73, 36.23, 150,
      'posted', 'confirmed', made.entry, now() FROM made, number),
  rows AS (
    INSERT INTO document_lines (organization_id, document_id, line_number, product_id, product_name, quantity, price, tax_id, tax_rate, net, tax, tax_share, net_base, cost_base)
    SELECT $1, made.document, place, product, 'x', 1, 10.5, $3, 15, 10.5, 1.58, CASE place WHEN 3 THEN 1.57 ELSE 1.58 END, 10.5, 50
    FROM made, unnest($6::bigint[]) WITH ORDINALITY AS item (product, place)),
  taxes AS (INSERT INTO document_taxes (organization_id, document_id, tax_key, tax_id, category, rate, base, tax)
    SELECT $1, made.document, $3::text, $3::bigint, 'S', 15, 31.5, 4.73 FROM made),
  sums AS (SELECT account.id AS account, line.* FROM accounts AS account JOIN (VALUES ('AR', 1, 36.23, 0), ('REV_GOODS', 2, 0, 31.5), ('VAT_OUT', 3, 0, 4.73),
    ('COGS', 4, 150, 0), ('INV', 5, 0, 150)) AS line (role, number, debit, credit) ON line.role = account.role WHERE account.organization_id = $1),
  lines AS (
    INSERT INTO journal_lines (organization_id, entry_id, line_number, entry_date, account_id, branch_id, party_kind, party_id, debit, credit, currency_id, amount_currency, document_id)
    SELECT $1, made.entry, sums.number, current_date, sums.account, $2, CASE sums.number WHEN 1 THEN 'customer' END, CASE sums.number WHEN 1 THEN $5::bigint END,
      sums.debit, sums.credit, 1, sums.debit - sums.credit, made.document FROM made, sums),
  tax_row AS (INSERT INTO tax_entries (organization_id, entry_id, line_number, tax_date, box, sign, base, tax, tax_id, branch_id)
    SELECT $1, made.entry, 1, current_date, '1', 1, 31.5, 4.73, $3::bigint, $2 FROM made),
  stock AS (UPDATE stock_items SET quantity = quantity - 1, value = value - 50, last_sequence = last_sequence + 1
    WHERE organization_id = $1 AND product_id = ANY ($6::bigint[]) RETURNING product_id, last_sequence, quantity, value),
  moves AS (INSERT INTO stock_moves (organization_id, product_id, sequence, move_date, kind, quantity, value, quantity_after, value_after, document_id, line_number, entry_id)
    SELECT $1, product_id, last_sequence, current_date, 'issue', -1, -50, quantity, value, made.document, 1, made.entry FROM stock, made),
  audit AS (INSERT INTO audit_log (organization_id, action, resource, resource_id, request_id, details)
    SELECT $1, 'POST /invoices', 'invoice', made.document, gen_random_uuid()::text, jsonb_build_object('customer_id', $5, 'items', $6::bigint[]) FROM made),
  tax_day AS (INSERT INTO daily_tax_totals AS kept (organization_id, day, box, is_adjustment, base, tax, row_count) VALUES ($1, current_date, '1', false, 31.5, 4.73, 1)
    ON CONFLICT (organization_id, day, box, is_adjustment) DO UPDATE SET base = kept.base + excluded.base, tax = kept.tax + excluded.tax, row_count = kept.row_count + 1),
  days AS (INSERT INTO daily_balances AS balance (organization_id, account_id, day, branch_id, cost_center_id, currency_id, kind, debit, credit, amount_currency, line_count)
    SELECT $1, account, current_date, $2, 0, 1, 0, debit, credit, debit - credit, 1 FROM sums ORDER BY account
    ON CONFLICT (organization_id, account_id, day, branch_id, cost_center_id, currency_id, kind) DO UPDATE SET debit = balance.debit + excluded.debit,
      credit = balance.credit + excluded.credit, amount_currency = balance.amount_currency + excluded.amount_currency, line_count = balance.line_count + 1)
  INSERT INTO monthly_balances AS balance (organization_id, account_id, month, branch_id, cost_center_id, currency_id, kind, debit, credit, amount_currency, line_count)
  SELECT $1, account, date_trunc('month', current_date)::date, $2, 0, 1, 0, debit, credit, debit - credit, 1 FROM sums ORDER BY account
  ON CONFLICT (organization_id, account_id, month, branch_id, cost_center_id, currency_id, kind) DO UPDATE SET debit = balance.debit + excluded.debit,
    credit = balance.credit + excluded.credit, amount_currency = balance.amount_currency + excluded.amount_currency, line_count = balance.line_count + 1`

// Both names: for one alone a plan that serves every tenant reads all parties' names in the index, ten times for a page.
const row = `document.id, document.number, document.document_date, document.due_date, document.status, document.total, document.settled, party.name, party.name_en`

/** The bare queries of the answers that are read: one statement each, without sign-in or rules. */
export const reads = ({ organization }: Ground): Record<string, { text: string; values: unknown[] }> => ({
  list: {
    text: `SELECT ${row}, (SELECT sum(count) FROM document_counts WHERE organization_id = $1 AND kind = 'invoice' AND status <> 'void') AS total_count
      FROM (SELECT id FROM documents WHERE organization_id = $1 AND kind = 'invoice' AND status <> 'void' ORDER BY document_date DESC, id DESC LIMIT 10) AS page
      JOIN documents AS document ON document.organization_id = $1 AND document.id = page.id
      JOIN parties AS party ON party.organization_id = $1 AND party.id = document.party_id ORDER BY document.document_date DESC, document.id DESC`,
    values: [organization],
  },
  search: {
    text: `WITH found AS MATERIALIZED (SELECT id FROM parties WHERE organization_id = $1 AND kind = 'customer' AND search_text LIKE $2),
      page AS MATERIALIZED (SELECT id FROM documents WHERE organization_id = $1 AND kind = 'invoice' AND status <> 'void' AND (party_id IN (SELECT id FROM found) OR false)
        ORDER BY document_date DESC, id DESC LIMIT 10)
      SELECT ${row}, (SELECT sum(count) FROM found JOIN document_counts_by_party AS kept ON kept.organization_id = $1 AND kept.kind = 'invoice' AND kept.party_id = found.id
        AND kept.status <> 'void') AS total_count
      FROM page JOIN documents AS document ON document.organization_id = $1 AND document.id = page.id
      JOIN parties AS party ON party.organization_id = $1 AND party.id = document.party_id ORDER BY document.document_date DESC, document.id DESC`,
    values: [organization, '%summit%'],
  },
  'trial-balance': {
    text: `SELECT account.number, account.name, sum(balance.debit) AS debit, sum(balance.credit) AS credit FROM monthly_balances AS balance
      JOIN accounts AS account ON account.organization_id = $1 AND account.id = balance.account_id WHERE balance.organization_id = $1
      GROUP BY account.number, account.name ORDER BY account.number`,
    values: [organization],
  },
  statement: {
    text: `SELECT line.*, (SELECT sum(debit - credit) FROM monthly_balances WHERE organization_id = $1 AND account_id = account.id AND month < $2::date) AS opening
      FROM accounts AS account CROSS JOIN LATERAL (SELECT entry_id, entry_date, debit, credit FROM journal_lines
        WHERE organization_id = $1 AND account_id = account.id AND entry_date >= $2::date ORDER BY entry_date, entry_id, line_number LIMIT 100) AS line
      WHERE account.organization_id = $1 AND account.role = 'AR'`,
    values: [organization, `${new Date().getUTCFullYear()}-01-01`],
  },
})
