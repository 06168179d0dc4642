-- Brings a database with the last migrations before the baseline (0830) to the structure that the baseline makes. server/db/migrate
-- runs this file once and then records the baseline as applied. It renames objects to standard terms and replaces the functions
-- whose text names them. No row changes.

-- Tables, with their constraints and indexes.
ALTER TABLE reconciled_lines RENAME CONSTRAINT reconciled_lines_organization_id_entry_id_line_number_fkey TO bank_reconciliation_lines_entry_line_fkey;
ALTER TABLE reconciled_lines RENAME CONSTRAINT reconciled_lines_organization_id_reconciliation_id_fkey TO bank_reconciliation_lines_reconciliation_id_fkey;
DO $$
DECLARE
  renamed record;
  part record;
BEGIN
  FOR renamed IN SELECT * FROM (VALUES
    ('list_marks', 'list_snapshots'),
    ('list_places', 'list_page_anchors'),
    ('list_changes', 'list_row_changes'),
    ('list_finds', 'list_search_counts'),
    ('balances', 'monthly_balances'),
    ('day_balances', 'daily_balances'),
    ('tax_days', 'daily_tax_totals'),
    ('day_counts', 'document_counts_by_date'),
    ('due_counts', 'document_counts_by_due_date'),
    ('party_counts', 'document_counts_by_party'),
    ('trade_parties', 'trade_monthly_by_party'),
    ('trade_products', 'trade_monthly_by_product'),
    ('trade_undone', 'trade_pending_reversals'),
    ('transfers_by_hand', 'manual_transfer_candidates'),
    ('reconciled_lines', 'bank_reconciliation_lines'),
    ('entry_hashes', 'journal_entry_hashes'),
    ('openings', 'opening_balances')) AS pair (before, after) LOOP
    EXECUTE format('ALTER TABLE %I RENAME TO %I', renamed.before, renamed.after);
    FOR part IN SELECT conname AS name FROM pg_constraint
        WHERE conrelid = renamed.after::regclass AND contype <> 'n' AND starts_with(conname, renamed.before || '_') LOOP
      EXECUTE format('ALTER TABLE %I RENAME CONSTRAINT %I TO %I', renamed.after, part.name, renamed.after || substr(part.name, length(renamed.before) + 1));
    END LOOP;
    FOR part IN SELECT class.relname AS name FROM pg_index JOIN pg_class AS class ON class.oid = indexrelid
        WHERE indrelid = renamed.after::regclass AND starts_with(class.relname, renamed.before || '_') LOOP
      EXECUTE format('ALTER INDEX %I RENAME TO %I', part.name, renamed.after || substr(part.name, length(renamed.before) + 1));
    END LOOP;
  END LOOP;
END $$;

-- Columns.
ALTER TABLE list_snapshots RENAME COLUMN setting TO generation;
ALTER TABLE list_snapshots RENAME COLUMN upto TO max_id;
ALTER TABLE list_snapshots RENAME COLUMN told_since TO tracking_since;
ALTER TABLE list_snapshots RENAME COLUMN late_on TO overdue_as_of;
ALTER TABLE list_page_anchors RENAME COLUMN setting TO generation;
ALTER TABLE list_page_anchors RENAME COLUMN word TO sort_text;
ALTER TABLE list_search_counts RENAME COLUMN setting TO generation;
ALTER TABLE list_search_counts RENAME COLUMN own TO own_text_count;
ALTER TABLE documents RENAME COLUMN settled_from TO first_settled_on;
ALTER TABLE documents RENAME COLUMN settled_on TO last_settled_on;
ALTER TABLE documents RENAME COLUMN undone_on TO last_unsettled_on;
ALTER TABLE documents RENAME COLUMN deducted TO advances_deducted;
ALTER TABLE payments RENAME COLUMN undone_on TO last_unsettled_on;
ALTER TABLE allocations RENAME COLUMN undoes_id TO reverses_id;
ALTER TABLE allocations RENAME COLUMN relief_base TO carrying_base;
ALTER TABLE allocations RENAME COLUMN difference_base TO fx_difference_base;
ALTER TABLE allocations RENAME CONSTRAINT allocations_organization_id_undoes_id_fkey TO allocations_organization_id_reverses_id_fkey;
ALTER INDEX allocations_undone_once RENAME TO allocations_reversed_once;
-- Constraints on NOT NULL carry the names that earlier names of table and column gave them.
DO $$
DECLARE
  part record;
BEGIN
  FOR part IN SELECT class.relname, conname, left(concat(class.relname, '_', attname), 54) || '_not_null' AS name
      FROM pg_constraint JOIN pg_class AS class ON class.oid = conrelid JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
      WHERE contype = 'n' AND connamespace = 'public'::regnamespace LOOP
    IF part.conname <> part.name THEN EXECUTE format('ALTER TABLE %I RENAME CONSTRAINT %I TO %I', part.relname, part.conname, part.name); END IF;
  END LOOP;
END $$;

-- Domains and the row types that statements are given.
ALTER DOMAIN always RENAME CONSTRAINT always_check TO true_only_check;
ALTER DOMAIN always RENAME TO true_only;
ALTER DOMAIN plus_or_minus RENAME CONSTRAINT plus_or_minus_check TO plus_or_minus_one_check;
ALTER DOMAIN plus_or_minus RENAME TO plus_or_minus_one;
ALTER DOMAIN next_in_series RENAME CONSTRAINT next_in_series_check TO series_number_check;
ALTER DOMAIN next_in_series RENAME TO series_number;
ALTER DOMAIN signed_amount VALIDATE CONSTRAINT signed_amount_check;
ALTER DOMAIN balance_amount VALIDATE CONSTRAINT balance_amount_check;
ALTER DOMAIN signed_quantity VALIDATE CONSTRAINT signed_quantity_check;
ALTER TYPE given_document RENAME TO document_input;
ALTER TYPE given_document_line RENAME TO document_line_input;
ALTER TYPE given_document_tax RENAME TO document_tax_input;
ALTER TYPE given_series RENAME TO number_series_input;
ALTER TYPE given_entry RENAME TO journal_entry_input;
ALTER TYPE given_journal_line RENAME TO journal_line_input;
ALTER TYPE given_tax_entry RENAME TO tax_entry_input;
ALTER TYPE given_tax_day RENAME TO daily_tax_input;
ALTER TYPE given_balance RENAME TO balance_input;
ALTER TYPE given_stock_move RENAME TO stock_move_input;
ALTER TYPE given_stock_item RENAME TO stock_item_input;
ALTER TYPE given_settlement RENAME TO settlement_input;
ALTER TYPE given_paper RENAME TO issued_paper_input;
ALTER TYPE given_audit RENAME TO audit_log_input;
ALTER TYPE given_answer RENAME TO stored_response_input;
ALTER TYPE listed_row RENAME TO list_row_key;
ALTER TYPE document_input RENAME ATTRIBUTE deducted TO advances_deducted;

-- Column rights that a right on the whole table contains are redundant.
REVOKE UPDATE (payload, state, attempts, last_error, sent_at) ON outbox_messages FROM mizan_app;
REVOKE UPDATE (expires_at, ended_at, opened, first_opened_at, last_opened_at) ON deliveries FROM mizan_app;
REVOKE UPDATE (day, state, record_id, error) ON recurring_occurrences FROM mizan_app;
REVOKE UPDATE (next_number, ended_at) ON report_schedules FROM mizan_app;
GRANT UPDATE ON outbox_messages, deliveries, recurring_occurrences, report_schedules TO mizan_app;

-- Triggers. Those of one event fire in the order of their names, which these keep.
ALTER TRIGGER document_line_undone ON document_lines RENAME TO document_line_trade_reversed;
ALTER TRIGGER document_holds ON documents RENAME TO document_check_and_derive;
ALTER TRIGGER document_kept ON documents RENAME TO document_counted;
ALTER TRIGGER document_papers ON documents RENAME TO document_attachments_deleted;
ALTER TRIGGER document_stays ON documents RENAME TO documents_forbid_delete;
ALTER TRIGGER document_traded_again ON documents RENAME TO document_trade_updated;
ALTER TRIGGER tax_invoice_stays ON documents RENAME TO tax_invoice_forbid_unset;
ALTER TRIGGER e_document_stays ON e_documents RENAME TO e_document_forbid_change;
ALTER TRIGGER e_invoice_unit_goes_on ON e_invoice_units RENAME TO e_invoice_unit_guard;
ALTER TRIGGER bank_line_reopens ON journal_entries RENAME TO bank_line_reopened;
ALTER TRIGGER journal_entry_unmatched ON journal_entries RENAME TO journal_entry_not_reconciled;
ALTER TRIGGER transfer_by_hand_kept ON journal_entries RENAME TO manual_transfer_recorded;
ALTER TRIGGER journal_entry_sealed ON journal_lines RENAME TO journal_lines_guard;
ALTER TRIGGER entry_papers ON manual_entries RENAME TO manual_entry_attachments_deleted;
ALTER TRIGGER payment_holds ON payments RENAME TO payment_check_and_derive;
ALTER TRIGGER filed_return_is_kept ON vat_periods RENAME TO filed_return_forbid_delete;
ALTER TRIGGER image_left ON parties RENAME TO image_deleted;
ALTER TRIGGER image_left ON products RENAME TO image_deleted;
ALTER TRIGGER image_left ON users RENAME TO image_deleted;
ALTER TABLE documents RENAME CONSTRAINT document_kept TO document_counted;
ALTER TABLE documents RENAME CONSTRAINT document_traded_again TO document_trade_updated;

-- Functions. Those whose parameters have new names are made again.
ALTER FUNCTION document_holds RENAME TO document_check_and_derive;
ALTER FUNCTION payment_holds RENAME TO payment_check_and_derive;
ALTER FUNCTION document_stays RENAME TO documents_forbid_delete;
ALTER FUNCTION keep_new_document RENAME TO count_new_document;
ALTER FUNCTION forget_list_places RENAME TO invalidate_page_anchors;
ALTER FUNCTION journal_entry_sealed RENAME TO journal_lines_guard;
ALTER FUNCTION undo_trade RENAME TO queue_trade_reversal;
ALTER FUNCTION transfer_by_hand_kept RENAME TO record_manual_transfer;
ALTER FUNCTION keep_document_trade RENAME TO update_document_trade;
ALTER FUNCTION e_document_stays RENAME TO e_document_forbid_change;
ALTER FUNCTION e_invoice_unit_goes_on RENAME TO e_invoice_unit_guard;
ALTER FUNCTION filed_return_is_kept RENAME TO filed_return_forbid_delete;
ALTER FUNCTION tax_invoice_stays RENAME TO tax_invoice_forbid_unset;
ALTER FUNCTION journal_entry_unmatched RENAME TO forbid_reversal_of_reconciled;
ALTER FUNCTION bank_line_reopens RENAME TO reopen_bank_line;
ALTER FUNCTION count_kept RENAME TO adjust_counters;
ALTER FUNCTION keep_trade RENAME TO update_trade_totals;
ALTER FUNCTION seal_entries RENAME TO extend_hash_chain;
DROP FUNCTION tell_lists;
DROP FUNCTION is_listed;

CREATE OR REPLACE FUNCTION adjust_counters(organization bigint, kind_before text, status_before text, day_before date, party_before bigint, net_before numeric, kind_after text, status_after text, day_after date, party_after bigint, net_after numeric) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF (kind_before, status_before) IS DISTINCT FROM (kind_after, status_after) THEN
    INSERT INTO document_counts AS counter (organization_id, kind, status, count)
    SELECT organization, moved.kind, moved.status, moved.count
    FROM (VALUES (kind_before, status_before, -1), (kind_after, status_after, 1)) AS moved (kind, status, count)
    WHERE moved.kind IS NOT NULL ORDER BY 2, 3
    ON CONFLICT (organization_id, kind, status) DO UPDATE SET count = counter.count + excluded.count;
  END IF;
  IF (kind_before, status_before, day_before) IS DISTINCT FROM (kind_after, status_after, day_after) THEN
    INSERT INTO document_counts_by_date AS counter (organization_id, kind, status, day, count)
    SELECT organization, moved.kind, moved.status, moved.day, moved.count
    FROM (VALUES (kind_before, status_before, day_before, -1), (kind_after, status_after, day_after, 1)) AS moved (kind, status, day, count)
    WHERE moved.kind IS NOT NULL ORDER BY 2, 3, 4
    ON CONFLICT (organization_id, kind, status, day) DO UPDATE SET count = counter.count + excluded.count;
  END IF;
  IF (kind_before, party_before, extract(year FROM day_before), status_before) IS DISTINCT FROM (kind_after, party_after, extract(year FROM day_after), status_after) THEN
    INSERT INTO document_counts_by_party AS counter (organization_id, kind, party_id, year, status, count, net_base)
    SELECT organization, moved.kind, moved.party, extract(year FROM moved.day), moved.status, moved.count, moved.net
    FROM (VALUES (kind_before, party_before, status_before, day_before, -1, -net_before), (kind_after, party_after, status_after, day_after, 1, net_after))
      AS moved (kind, party, status, day, count, net)
    WHERE moved.kind IS NOT NULL AND moved.party IS NOT NULL ORDER BY 2, 3, 4, 5
    ON CONFLICT (organization_id, kind, party_id, year, status) DO UPDATE SET count = counter.count + excluded.count, net_base = counter.net_base + excluded.net_base;
  ELSIF net_before <> net_after AND party_after IS NOT NULL THEN
    UPDATE document_counts_by_party SET net_base = net_base - net_before + net_after
    WHERE organization_id = organization AND kind = kind_after AND party_id = party_after AND year = extract(year FROM day_after) AND status = status_after;
  END IF;
END $$;

CREATE OR REPLACE FUNCTION count_document() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organization bigint := coalesce(NEW.organization_id, OLD.organization_id);
  changed bigint := coalesce(NEW.id, OLD.id);
  now_is record;
BEGIN
  SELECT kind, status, document_date, due_date, party_id, net_base, state = 'posted' AND settled < total AS is_open, total_base - settled_base AS left_base, total_units, number, search_text
  INTO now_is FROM documents WHERE organization_id = organization AND id = changed;
  PERFORM adjust_counters(organization, OLD.kind, OLD.status, OLD.document_date, OLD.party_id, OLD.net_base,
    now_is.kind, now_is.status, now_is.document_date, now_is.party_id, now_is.net_base);
  INSERT INTO document_counts_by_due_date AS counter (organization_id, kind, status, is_open, due_date, count, open_base)
  SELECT organization, moved.kind, moved.status, moved.is_open, moved.due_date, sum(moved.count), sum(CASE WHEN moved.is_open THEN moved.count * moved.left_base ELSE 0 END)
  FROM (VALUES (OLD.kind, OLD.status, OLD.state = 'posted' AND OLD.settled < OLD.total, OLD.due_date, OLD.total_base - OLD.settled_base, -1),
    (now_is.kind, now_is.status, now_is.is_open, now_is.due_date, now_is.left_base, 1)) AS moved (kind, status, is_open, due_date, left_base, count)
  WHERE moved.kind IS NOT NULL GROUP BY 2, 3, 4, 5
  HAVING sum(moved.count) <> 0 OR sum(CASE WHEN moved.is_open THEN moved.count * moved.left_base ELSE 0 END) <> 0 ORDER BY 2, 4, 5, 3
  ON CONFLICT (organization_id, kind, is_open, due_date, status) DO UPDATE SET count = counter.count + excluded.count, open_base = counter.open_base + excluded.open_base;
  -- A deleted row has no status.
  IF (OLD.status, OLD.state = 'posted' AND OLD.settled < OLD.total, OLD.due_date, OLD.document_date, OLD.total_units, OLD.number, OLD.search_text, OLD.party_id) IS DISTINCT FROM
    (now_is.status, now_is.is_open, now_is.due_date, now_is.document_date, now_is.total_units, now_is.number, now_is.search_text, now_is.party_id) THEN
    PERFORM log_list_changes(organization, changed,
      (OLD.kind, OLD.status, OLD.state = 'posted' AND OLD.settled < OLD.total, OLD.due_date, OLD.document_date, OLD.total_units, OLD.number, OLD.search_text, OLD.party_id)::list_row_key,
      (now_is.kind, now_is.status, now_is.is_open, now_is.due_date, now_is.document_date, now_is.total_units, now_is.number, now_is.search_text, now_is.party_id)::list_row_key);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_manual_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organization bigint := coalesce(NEW.organization_id, OLD.organization_id);
  changed bigint := coalesce(NEW.id, OLD.id);
  now_is record;
BEGIN
  SELECT 'manual' AS kind, state, journal_date INTO now_is FROM manual_entries WHERE organization_id = organization AND id = changed;
  PERFORM adjust_counters(organization, CASE WHEN OLD.id IS NOT NULL THEN 'manual' END, OLD.state, OLD.journal_date, NULL, 0,
    now_is.kind, now_is.state, now_is.journal_date, NULL, 0);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_new_document() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organization bigint := NEW.organization_id;
  changed bigint := NEW.id;
  now_is record;
BEGIN
  SELECT kind, state, status, document_date, due_date, party_id, branch_id, reference_id, exchange_rate, net_base,
    tax_base, cost_base, state = 'posted' AND settled < total AS is_open, total_base - settled_base AS left_base,
    date_trunc('month', document_date)::date AS month
  INTO now_is FROM documents WHERE organization_id = organization AND id = changed;
  IF NOT FOUND THEN RETURN NULL; END IF;
  INSERT INTO document_counts AS counter (organization_id, kind, status, count) VALUES (organization, now_is.kind, now_is.status, 1)
  ON CONFLICT (organization_id, kind, status) DO UPDATE SET count = counter.count + 1;
  INSERT INTO document_counts_by_date AS counter (organization_id, kind, status, day, count)
  VALUES (organization, now_is.kind, now_is.status, now_is.document_date, 1)
  ON CONFLICT (organization_id, kind, status, day) DO UPDATE SET count = counter.count + 1;
  INSERT INTO document_counts_by_party AS counter (organization_id, kind, party_id, year, status, count, net_base)
  VALUES (organization, now_is.kind, now_is.party_id, extract(year FROM now_is.document_date), now_is.status, 1, now_is.net_base)
  ON CONFLICT (organization_id, kind, party_id, year, status) DO UPDATE SET count = counter.count + 1, net_base = counter.net_base + excluded.net_base;
  INSERT INTO document_counts_by_due_date AS counter (organization_id, kind, status, is_open, due_date, count, open_base)
  VALUES (organization, now_is.kind, now_is.status, now_is.is_open, now_is.due_date, 1, CASE WHEN now_is.is_open THEN now_is.left_base ELSE 0 END)
  ON CONFLICT (organization_id, kind, is_open, due_date, status) DO UPDATE SET count = counter.count + 1, open_base = counter.open_base + excluded.open_base;
  IF now_is.state <> 'posted' OR now_is.kind NOT IN ('invoice', 'debit_note', 'credit_note', 'bill', 'supplier_credit') THEN RETURN NULL; END IF;
  -- An advance invoice is not a sale, so a credit note on it reverses no sale.
  IF now_is.kind = 'credit_note' AND EXISTS (SELECT 1 FROM documents
    WHERE organization_id = organization AND id = now_is.reference_id AND kind = 'advance_invoice') THEN RETURN NULL; END IF;
  -- The rows add up to the document's net, tax and cost.
  INSERT INTO trade_monthly_by_party AS counter (organization_id, kind, month, party_id, branch_id, net, tax, cost, line_count)
  SELECT organization, now_is.kind, now_is.month, now_is.party_id, now_is.branch_id, now_is.net_base, now_is.tax_base, now_is.cost_base, count(*)
  FROM document_lines WHERE organization_id = organization AND document_id = changed HAVING count(*) > 0
  ON CONFLICT (organization_id, kind, month, party_id, branch_id) DO UPDATE SET net = counter.net + excluded.net, tax = counter.tax + excluded.tax, cost = counter.cost + excluded.cost,
    line_count = counter.line_count + excluded.line_count;
  INSERT INTO trade_monthly_by_product AS counter (organization_id, kind, month, product_id, branch_id, quantity, returned, net, tax, cost, line_count)
  SELECT organization, now_is.kind, now_is.month, line.product_id, now_is.branch_id, sum(line.quantity), sum(CASE WHEN line.is_return THEN line.quantity ELSE 0 END), sum(line.net_base),
    sum(coalesce(line.tax_base, line.tax_share)), sum(line.cost_base), count(*)
  FROM document_lines AS line WHERE line.organization_id = organization AND line.document_id = changed
  GROUP BY line.product_id ORDER BY line.product_id
  ON CONFLICT (organization_id, kind, month, product_id, branch_id) DO UPDATE SET quantity = counter.quantity + excluded.quantity,
    returned = counter.returned + excluded.returned, net = counter.net + excluded.net, tax = counter.tax + excluded.tax, cost = counter.cost + excluded.cost, line_count = counter.line_count + excluded.line_count;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_payment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organization bigint := coalesce(NEW.organization_id, OLD.organization_id);
  changed bigint := coalesce(NEW.id, OLD.id);
  now_is record;
BEGIN
  SELECT kind, state, payment_date, party_id, amount_units, number, search_text INTO now_is FROM payments WHERE organization_id = organization AND id = changed;
  PERFORM adjust_counters(organization, OLD.kind, OLD.state, OLD.payment_date, OLD.party_id, 0, now_is.kind, now_is.state, now_is.payment_date, now_is.party_id, 0);
  IF TG_OP <> 'INSERT' AND (OLD.state, OLD.payment_date, OLD.amount_units, OLD.number, OLD.search_text, OLD.party_id)
    IS DISTINCT FROM (now_is.state, now_is.payment_date, now_is.amount_units, now_is.number, now_is.search_text, now_is.party_id) THEN
    PERFORM log_list_changes(organization, changed,
      (OLD.kind, CASE OLD.state WHEN 'posted' THEN 'posted' ELSE 'void' END, NULL, NULL, OLD.payment_date, OLD.amount_units, OLD.number, OLD.search_text, OLD.party_id)::list_row_key,
      (now_is.kind, CASE now_is.state WHEN 'posted' THEN 'posted' ELSE 'void' END, NULL, NULL, now_is.payment_date, now_is.amount_units, now_is.number, now_is.search_text, now_is.party_id)::list_row_key);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION document_check_and_derive() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  broken text := CASE
    WHEN NEW.kind NOT IN ('invoice', 'credit_note', 'debit_note', 'bill', 'supplier_credit', 'customs_declaration', 'advance_invoice', 'opening_receivable',
      'opening_payable', 'opening_customer_credit', 'opening_supplier_credit', 'journal_receivable', 'journal_payable') THEN 'documents_kind_known'
    WHEN NEW.state NOT IN ('draft', 'posted', 'void') THEN 'documents_state_known'
    WHEN NEW.status NOT IN ('draft', 'confirmed', 'sent', 'partially_paid', 'paid', 'void') THEN 'documents_status_known'
    WHEN NEW.total <> NEW.subtotal + NEW.tax THEN 'documents_total_is_sum'
    WHEN NEW.total_base <> NEW.net_base + NEW.tax_base THEN 'documents_base_is_sum'
    WHEN NEW.due_date < NEW.document_date AND NEW.kind NOT IN ('opening_receivable', 'opening_payable') THEN 'documents_due_after_date'
    WHEN (NEW.kind IN ('credit_note', 'debit_note', 'supplier_credit')) <> (num_nonnulls(NEW.reference_id, NEW.reference_number) = 1) THEN 'documents_notes_refer'
    WHEN (NEW.reference_number IS NULL) <> (NEW.reference_date IS NULL) OR (NEW.reference_number IS NOT NULL AND NEW.kind = 'supplier_credit') THEN 'documents_external_reference'
    WHEN NEW.state = 'posted' AND (NEW.number IS NULL OR (NEW.entry_id IS NULL AND NEW.total_base <> 0)) THEN 'documents_posted_with_entry'
    WHEN NEW.settled > NEW.total THEN 'documents_not_over_settled'
    WHEN NEW.state = 'posted' AND NEW.settled >= NEW.total AND NEW.settled_base <> NEW.total_base THEN 'documents_settled_in_base'
    WHEN NEW.credited > NEW.total THEN 'documents_not_over_credited'
    WHEN NEW.kind = 'advance_invoice' AND NEW.advances_deducted + NEW.credited > NEW.total THEN 'documents_not_over_deducted'
    WHEN NEW.note_count < 0 THEN 'documents_note_count_counts'
  END;
BEGIN
  IF broken IS NOT NULL THEN
    RAISE EXCEPTION 'the document %/% breaks %', NEW.organization_id, NEW.id, broken USING ERRCODE = 'check_violation', CONSTRAINT = broken, TABLE = TG_TABLE_NAME;
  END IF;
  NEW.total_units := NEW.total * 10000;
  IF TG_OP = 'INSERT' OR (NEW.number, NEW.draft_number, NEW.id) IS DISTINCT FROM (OLD.number, OLD.draft_number, OLD.id) THEN
    NEW.search_text := fold_text(coalesce(NEW.number, coalesce(NEW.draft_number, '') || ' DRAFT-' || NEW.id));
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION documents_forbid_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the document %/% is issued and must not be deleted', OLD.organization_id, OLD.id USING ERRCODE = 'foreign_key_violation';
END $$;

CREATE OR REPLACE FUNCTION e_invoice_unit_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.counter < OLD.counter OR (NEW.counter = OLD.counter AND NEW.last_hash IS DISTINCT FROM OLD.last_hash) OR NEW.counter > OLD.counter + 1
    OR NEW.environment <> OLD.environment OR NEW.branch_id IS DISTINCT FROM OLD.branch_id OR NEW.last_issued_at < OLD.last_issued_at THEN
    RAISE EXCEPTION 'e-invoice unit %/% never moves back', OLD.organization_id, OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION extend_hash_chain(organization bigint, most integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  following bigint;
  first bigint;
  hash bytea := decode(repeat('00', 32), 'hex');
  last_day date := '-infinity';
  entry record;
  numbers bigint[] := '{}';
  previous bytea[] := '{}';
  hashes bytea[] := '{}';
  days date[] := '{}';
BEGIN
  SELECT next_number INTO following FROM number_series
  WHERE organization_id = organization AND kind = 'entry_hash' AND scope = '' FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    INSERT INTO number_series (organization_id, kind, scope, next_number) VALUES (organization, 'entry_hash', '', 1) ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN RETURN NULL; END IF;
    following := 1;
  END IF;
  first := following;
  IF first > 1 THEN
    SELECT sha256, day INTO STRICT hash, last_day FROM journal_entry_hashes WHERE organization_id = organization AND entry_number = first - 1;
  END IF;
  FOR entry IN SELECT head.entry_number, convert_to(entry_text(organization, head.id), 'UTF8') AS content,
      ((head.posted_at AT TIME ZONE 'UTC') + interval '3 hours')::date AS day
    FROM journal_entries AS head WHERE head.organization_id = organization AND head.entry_number >= first
    ORDER BY head.entry_number LIMIT most
  LOOP
    -- A missing number is never skipped: the chain stops before it until a person has investigated.
    EXIT WHEN entry.entry_number <> following;
    numbers := numbers || following;
    previous := previous || hash;
    hash := sha256(hash || entry.content);
    hashes := hashes || hash;
    last_day := greatest(last_day, entry.day);
    days := days || last_day;
    following := following + 1;
  END LOOP;
  IF following > first THEN
    INSERT INTO journal_entry_hashes (organization_id, entry_number, prev, sha256, day)
    SELECT organization, made.entry_number, made.prev, made.hash, made.day FROM unnest(numbers, previous, hashes, days) AS made (entry_number, prev, hash, day);
    UPDATE number_series SET next_number = following WHERE organization_id = organization AND kind = 'entry_hash' AND scope = '';
  END IF;
  RETURN following - first;
END $$;

CREATE OR REPLACE FUNCTION forbid_reversal_of_reconciled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT 1 FROM bank_reconciliation_lines AS line
    JOIN bank_reconciliations AS reconciliation ON reconciliation.organization_id = line.organization_id AND reconciliation.id = line.reconciliation_id
    JOIN journal_entries AS original ON original.organization_id = line.organization_id AND original.id = line.entry_id
    WHERE line.organization_id = NEW.organization_id AND line.entry_id = NEW.reverses_id
      AND reconciliation.state = 'finished' AND original.entry_date = NEW.entry_date) THEN
    RAISE EXCEPTION 'journal entry %/% is reconciled with the bank', NEW.organization_id, NEW.reverses_id
      USING ERRCODE = '23514', CONSTRAINT = 'journal_entries_bank_reconciled';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION invalidate_page_anchors() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM list_snapshots WHERE organization_id = NEW.organization_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION is_listed(list text, overdue_as_of date, row_was list_row_key) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(CASE list WHEN (row_was).kind THEN (row_was).status <> 'void' WHEN (row_was).kind || '/overdue' THEN (row_was).is_open AND (row_was).due_date < overdue_as_of
    WHEN (row_was).kind || '/' || (row_was).status THEN true END, false)
$$;

CREATE OR REPLACE FUNCTION journal_lines_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM added
      LEFT JOIN LATERAL (SELECT id, created_transaction, entry_date FROM journal_entries
        WHERE organization_id = added.organization_id AND id = added.entry_id OFFSET 0) AS entry ON true
      LEFT JOIN LATERAL (SELECT id FROM documents
        WHERE organization_id = added.organization_id AND id = added.document_id OFFSET 0) AS document ON true
      WHERE entry.id IS NULL OR entry.created_transaction <> pg_current_xact_id() OR entry.entry_date <> added.entry_date
        OR (added.debit = 0) = (added.credit = 0) OR (added.party_kind IS NULL) <> (added.party_id IS NULL)
        OR (added.document_id IS NOT NULL AND document.id IS NULL)) THEN
    RAISE EXCEPTION 'the journal entry is already posted, or a line has not exactly one side, or half a party, or an unknown document'
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION log_list_changes(organization bigint, row_id bigint, row_was list_row_key, row_is list_row_key) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_row_changes (organization_id, list, id, weight, day, amount, number, search_text, party_id, party_name)
  SELECT organization, snapshot.list, row_id, change.weight, change.day, change.amount, change.number, change.search_text, party.id, party.name
  FROM list_snapshots AS snapshot
  CROSS JOIN LATERAL (SELECT is_listed(snapshot.list, snapshot.overdue_as_of, row_was) AS was_listed, is_listed(snapshot.list, snapshot.overdue_as_of, row_is) AS is_listed) AS membership
  CROSS JOIN LATERAL (VALUES
    (-1, membership.was_listed, (row_was).day, (row_was).amount, (row_was).number, (row_was).search_text, (row_was).party_id),
    (1, membership.is_listed, (row_is).day, (row_is).amount, (row_is).number, (row_is).search_text, (row_is).party_id)) AS change (weight, listed, day, amount, number, search_text, party_id)
  JOIN parties AS party ON party.organization_id = organization AND party.id = change.party_id
  WHERE snapshot.organization_id = organization AND snapshot.set_at > now() - interval '2 days' AND change.listed AND (membership.was_listed <> membership.is_listed
    OR ((row_was).day, (row_was).amount, (row_was).number, (row_was).search_text, (row_was).party_id)
      IS DISTINCT FROM ((row_is).day, (row_is).amount, (row_is).number, (row_is).search_text, (row_is).party_id));
END $$;

CREATE OR REPLACE FUNCTION queue_trade_reversal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO trade_pending_reversals (organization_id, document_id, line_number, product_id, quantity, is_return, tax_base, net_base, cost_base)
  SELECT OLD.organization_id, OLD.document_id, OLD.line_number, OLD.product_id, OLD.quantity, OLD.is_return, coalesce(OLD.tax_base, OLD.tax_share), OLD.net_base, OLD.cost_base
  FROM documents AS document WHERE document.organization_id = OLD.organization_id AND document.id = OLD.document_id AND document.state = 'posted'
    AND document.kind IN ('invoice', 'debit_note', 'credit_note', 'bill', 'supplier_credit')
    AND NOT EXISTS (SELECT 1 FROM documents AS advance WHERE advance.organization_id = document.organization_id
      AND advance.id = document.reference_id AND advance.kind = 'advance_invoice');
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION record_manual_transfer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO manual_transfer_candidates (organization_id, entry_date, entry_id)
  SELECT NEW.organization_id, NEW.entry_date, NEW.id
  FROM journal_lines AS line
  JOIN accounts AS account ON account.organization_id = line.organization_id AND account.id = line.account_id
  WHERE line.organization_id = NEW.organization_id AND line.entry_id = NEW.id AND account.class NOT IN ('R', 'X')
  HAVING sum(line.debit) > 0 AND sum(line.credit) > 0;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION update_document_trade() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organization bigint := coalesce(NEW.organization_id, OLD.organization_id);
  document bigint := coalesce(NEW.id, OLD.id);
  kind_of text := coalesce(NEW.kind, OLD.kind);
  now_is record;
BEGIN
  IF kind_of NOT IN ('invoice', 'debit_note', 'credit_note', 'bill', 'supplier_credit') THEN RETURN NULL; END IF;
  IF kind_of = 'credit_note' AND EXISTS (SELECT 1 FROM documents
    WHERE organization_id = organization AND id = coalesce(NEW.reference_id, OLD.reference_id) AND kind = 'advance_invoice') THEN RETURN NULL; END IF;
  SELECT state, document_date, branch_id, party_id, exchange_rate INTO now_is FROM documents WHERE organization_id = organization AND id = document;
  IF (OLD.state = 'posted' OR now_is.state = 'posted')
    AND ((OLD.state, OLD.document_date, OLD.branch_id, OLD.party_id, OLD.exchange_rate) IS DISTINCT FROM
        (now_is.state, now_is.document_date, now_is.branch_id, now_is.party_id, now_is.exchange_rate)
      OR EXISTS (SELECT 1 FROM trade_pending_reversals WHERE organization_id = organization AND document_id = document))
  THEN
    PERFORM update_trade_totals(organization, document, kind_of,
      coalesce(OLD.state = 'posted', false), OLD.document_date, OLD.branch_id, OLD.party_id, OLD.exchange_rate,
      coalesce(now_is.state = 'posted', false), now_is.document_date, now_is.branch_id, now_is.party_id, now_is.exchange_rate);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION update_trade_totals(organization bigint, document bigint, kind_of text, was_posted boolean, day_before date, branch_before bigint, party_before bigint, rate_before numeric, is_posted boolean, day_after date, branch_after bigint, party_after bigint, rate_after numeric) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WITH rows AS (
    SELECT false AS is_after, line_number, product_id, quantity, is_return, coalesce(tax_base, tax_share) AS tax, net_base, cost_base FROM document_lines
    WHERE organization_id = organization AND document_id = document AND xmin <> pg_current_xact_id()::xid AND was_posted
    UNION ALL
    SELECT false, line_number, product_id, quantity, is_return, tax_base, net_base, cost_base FROM trade_pending_reversals
    WHERE organization_id = organization AND document_id = document AND was_posted
    UNION ALL
    SELECT true, line_number, product_id, quantity, is_return, coalesce(tax_base, tax_share) AS tax, net_base, cost_base FROM document_lines
    WHERE organization_id = organization AND document_id = document AND is_posted),
  change AS MATERIALIZED (
    SELECT date_trunc('month', CASE WHEN is_after THEN day_after ELSE day_before END)::date AS month,
      CASE WHEN is_after THEN branch_after ELSE branch_before END AS branch, CASE WHEN is_after THEN party_after ELSE party_before END AS party,
      product_id, sign * quantity AS quantity, CASE WHEN is_return THEN sign * quantity ELSE 0 END AS returned, sign * net_base AS net,
      sign * tax AS tax, sign * cost_base AS cost, sign AS line_count
    FROM (SELECT *, CASE WHEN is_after THEN 1 ELSE -1 END AS sign FROM rows) AS signed),
  parties AS (
    INSERT INTO trade_monthly_by_party AS total (organization_id, kind, month, party_id, branch_id, net, tax, cost, line_count)
    SELECT organization, kind_of, change.month, change.party, change.branch, sum(change.net), sum(change.tax), sum(change.cost), sum(change.line_count)
    FROM change GROUP BY change.month, change.party, change.branch ORDER BY 3, 4, 5
    ON CONFLICT (organization_id, kind, month, party_id, branch_id) DO UPDATE SET net = total.net + excluded.net, tax = total.tax + excluded.tax, cost = total.cost + excluded.cost,
      line_count = total.line_count + excluded.line_count)
  INSERT INTO trade_monthly_by_product AS total (organization_id, kind, month, product_id, branch_id, quantity, returned, net, tax, cost, line_count)
  SELECT organization, kind_of, change.month, change.product_id, change.branch, sum(change.quantity), sum(change.returned), sum(change.net), sum(change.tax), sum(change.cost),
    sum(change.line_count)
  FROM change GROUP BY change.month, change.product_id, change.branch ORDER BY 3, 4, 5
  ON CONFLICT (organization_id, kind, month, product_id, branch_id) DO UPDATE SET quantity = total.quantity + excluded.quantity,
    returned = total.returned + excluded.returned, net = total.net + excluded.net, tax = total.tax + excluded.tax, cost = total.cost + excluded.cost, line_count = total.line_count + excluded.line_count;
  DELETE FROM trade_pending_reversals WHERE organization_id = organization AND document_id = document;
END $$;
