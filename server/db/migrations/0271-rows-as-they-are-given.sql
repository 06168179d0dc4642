-- What statements of a posting are given as rows: read by their place, where JSON was parsed, sorted by its keys and looked
-- up by name for every column. `server/db/given-rows.ts` spells the same columns in the same order.

CREATE TYPE given_document AS (id bigint, kind text, number text, draft_number text, series_kind text, series_scope text, series_prefix text,
  series_place integer, series_count integer, document_date date, due_date date, party_kind text, party_id bigint, branch_id bigint,
  currency_id bigint, exchange_rate numeric, tax_id bigint, reference_id bigint, reason text, notes text, subtotal numeric, tax numeric,
  total numeric, net_base numeric, tax_base numeric, total_base numeric, cost_base numeric, settled numeric, settled_base numeric,
  deducted numeric, state text, status text, revision integer, entry_id bigint, posted_at timestamptz, created_by bigint);
CREATE TYPE given_series AS (kind text, scope text, next_number bigint);
CREATE TYPE given_document_line AS (document_id bigint, line_number integer, product_id bigint, product_name text, product_name_en text,
  quantity numeric, price numeric, tax_id bigint, tax_rate numeric, net numeric, tax numeric, tax_share numeric, net_base numeric,
  tax_base numeric, cost_base numeric, cost_center_id bigint, reference_line integer, is_return boolean);
CREATE TYPE given_document_tax AS (document_id bigint, tax_key text, tax_id bigint, category text, rate numeric, assessed_rate numeric,
  base numeric, tax numeric);
CREATE TYPE given_entry AS (place integer, id bigint, date date, financial_year_id bigint, kind text, source text, source_id bigint,
  source_revision integer, reverses_id bigint, description text, numbered_document_id bigint, total numeric, line_count integer, posted_by bigint);
CREATE TYPE given_journal_line AS (entry_id bigint, entry_date date, line_number integer, account_id bigint, branch_id bigint,
  cost_center_id bigint, party_kind text, party_id bigint, debit numeric, credit numeric, currency_id bigint, amount_currency numeric,
  tax_id bigint, document_id bigint, product_id bigint, description text);
CREATE TYPE given_tax_entry AS (entry_id bigint, tax_date date, line_number integer, box text, sign smallint, base numeric, tax numeric,
  is_adjustment boolean, tax_id bigint, branch_id bigint);
CREATE TYPE given_tax_day AS (day date, box text, is_adjustment boolean, base numeric, tax numeric, row_count bigint);
CREATE TYPE given_balance AS (account_id bigint, day date, branch_id bigint, cost_center_id bigint, currency_id bigint, kind smallint,
  debit numeric, credit numeric, amount_currency numeric, line_count bigint);
CREATE TYPE given_stock_move AS (product_id bigint, sequence bigint, move_date date, kind text, quantity numeric, value numeric,
  quantity_after numeric, value_after numeric, document_id bigint, line_number integer, stock_count_id bigint, entry_id bigint);
CREATE TYPE given_stock_item AS (product_id bigint, quantity numeric, value numeric, last_sequence bigint, last_move_date date);
CREATE TYPE given_settlement AS (id bigint, settled numeric, settled_base numeric, status text, first date, last date);
CREATE TYPE given_audit AS (user_id bigint, action text, resource text, resource_id bigint, request_id text, details jsonb);
CREATE TYPE given_answer AS (key text, user_id bigint, route text, body_sha256 bytea, response json);

-- An answer of usual length is kept as it is: packing it cost a posting more than its bytes do.
ALTER TABLE idempotency_keys SET (toast_tuple_target = 8160);
