-- A condition of a table (CHECK) and a generated column are read from the catalogue, and planned, anew by every statement
-- that writes there: 5 to 15 microseconds each, thirty of them a posting. What a domain or a trigger asks is read once
-- a connection. So the tables of a posting have domains for what one column says, and triggers for what several say.

CREATE DOMAIN balance_kind AS smallint CHECK (VALUE IN (0, 1, 2));
CREATE DOMAIN first_of_month AS date CHECK (extract(day FROM VALUE) = 1);
CREATE DOMAIN always AS boolean CHECK (VALUE);
CREATE DOMAIN plus_or_minus AS smallint CHECK (VALUE IN (-1, 1));
CREATE DOMAIN next_in_series AS bigint CHECK (VALUE > 0);
CREATE DOMAIN stock_move_kind AS text CHECK (VALUE IN ('opening', 'issue', 'receipt', 'count', 'reversal'));
CREATE DOMAIN traded_quantity AS numeric(18, 6) CHECK (VALUE > 0 AND VALUE < 1e12);
CREATE DOMAIN request_key AS text CHECK (length(VALUE) BETWEEN 1 AND 255);

ALTER TABLE balances DROP CONSTRAINT balances_kind_check, DROP CONSTRAINT balances_month_check, DROP CONSTRAINT balances_account_postable_check,
  ALTER kind TYPE balance_kind, ALTER month TYPE first_of_month, ALTER account_postable TYPE always;
ALTER TABLE day_balances DROP CONSTRAINT day_balances_kind_check, ALTER kind TYPE balance_kind;
ALTER TABLE trade_parties DROP CONSTRAINT trade_parties_month_check, ALTER month TYPE first_of_month;
ALTER TABLE trade_products DROP CONSTRAINT trade_products_month_check, ALTER month TYPE first_of_month;
ALTER TABLE tax_entries DROP CONSTRAINT tax_entries_sign_check, ALTER sign TYPE plus_or_minus;
ALTER TABLE number_series DROP CONSTRAINT number_series_next_number_check, ALTER next_number TYPE next_in_series;
ALTER TABLE stock_moves DROP CONSTRAINT stock_moves_kind_check, ALTER kind TYPE stock_move_kind;
ALTER TABLE document_lines DROP CONSTRAINT document_lines_quantity_check, ALTER quantity TYPE traded_quantity;
ALTER TABLE idempotency_keys DROP CONSTRAINT idempotency_keys_key_check, ALTER key TYPE request_key;
-- Written with its answer: there is no row that waits for one.
ALTER TABLE idempotency_keys DROP COLUMN status;

-- Documents and payments change; both triggers say for every row what it must be and what is derived from it. They run
-- where others do not (replication, a restore that leaves triggers out), as conditions would.
ALTER TABLE documents
  DROP CONSTRAINT documents_check1, DROP CONSTRAINT documents_check2, DROP CONSTRAINT documents_check3, DROP CONSTRAINT documents_check4,
  DROP CONSTRAINT documents_due_after_date, DROP CONSTRAINT documents_kind_check, DROP CONSTRAINT documents_not_over_credited,
  DROP CONSTRAINT documents_not_over_deducted, DROP CONSTRAINT documents_not_over_settled, DROP CONSTRAINT documents_note_count_check,
  DROP CONSTRAINT documents_notes_refer, DROP CONSTRAINT documents_state_check, DROP CONSTRAINT documents_status_check,
  ALTER search_text DROP EXPRESSION, ALTER search_text SET DEFAULT '', ALTER total_units DROP EXPRESSION, ALTER total_units SET DEFAULT 0;

CREATE FUNCTION document_holds() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  broken text := CASE
    WHEN NEW.kind NOT IN ('invoice', 'credit_note', 'debit_note', 'bill', 'supplier_credit', 'customs_declaration', 'advance_invoice', 'opening_receivable',
      'opening_payable', 'opening_customer_credit', 'opening_supplier_credit', 'journal_receivable', 'journal_payable') THEN 'documents_kind_known'
    WHEN NEW.state NOT IN ('draft', 'posted', 'void') THEN 'documents_state_known'
    WHEN NEW.status NOT IN ('draft', 'confirmed', 'sent', 'partially_paid', 'paid', 'void') THEN 'documents_status_known'
    WHEN NEW.total <> NEW.subtotal + NEW.tax THEN 'documents_total_is_sum'
    WHEN NEW.total_base <> NEW.net_base + NEW.tax_base THEN 'documents_base_is_sum'
    WHEN NEW.due_date < NEW.document_date AND NEW.kind NOT IN ('opening_receivable', 'opening_payable') THEN 'documents_due_after_date'
    WHEN (NEW.kind IN ('credit_note', 'debit_note', 'supplier_credit')) <> (NEW.reference_id IS NOT NULL) THEN 'documents_notes_refer'
    WHEN NEW.state = 'posted' AND (NEW.number IS NULL OR (NEW.entry_id IS NULL AND NEW.total_base <> 0)) THEN 'documents_posted_with_entry'
    WHEN NEW.settled > NEW.total THEN 'documents_not_over_settled'
    WHEN NEW.state = 'posted' AND NEW.settled >= NEW.total AND NEW.settled_base <> NEW.total_base THEN 'documents_settled_in_base'
    WHEN NEW.credited > NEW.total THEN 'documents_not_over_credited'
    WHEN NEW.kind = 'advance_invoice' AND NEW.deducted + NEW.credited > NEW.total THEN 'documents_not_over_deducted'
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
CREATE TRIGGER document_holds BEFORE INSERT OR UPDATE ON documents FOR EACH ROW EXECUTE FUNCTION document_holds();
ALTER TABLE documents ENABLE ALWAYS TRIGGER document_holds;

ALTER TABLE payments
  DROP CONSTRAINT payments_amount_check, DROP CONSTRAINT payments_kind_check, DROP CONSTRAINT payments_not_over_allocated,
  DROP CONSTRAINT payments_not_over_used, DROP CONSTRAINT payments_state_check, DROP CONSTRAINT payments_withhold_when_paying,
  ALTER search_text DROP EXPRESSION, ALTER search_text SET DEFAULT '', ALTER amount_units DROP EXPRESSION, ALTER amount_units SET DEFAULT 0;

CREATE FUNCTION payment_holds() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  broken text := CASE
    WHEN NEW.kind NOT IN ('income', 'expense') THEN 'payments_kind_known'
    WHEN NEW.state NOT IN ('posted', 'void') THEN 'payments_state_known'
    WHEN NEW.amount <= 0 THEN 'payments_amount_is_some'
    WHEN NEW.allocated > NEW.amount THEN 'payments_not_over_allocated'
    WHEN NEW.allocated + NEW.refunded > NEW.amount THEN 'payments_not_over_used'
    WHEN NEW.withheld <> 0 AND (NEW.kind <> 'expense' OR NEW.withheld >= NEW.amount) THEN 'payments_withhold_when_paying'
  END;
BEGIN
  IF broken IS NOT NULL THEN
    RAISE EXCEPTION 'the payment %/% breaks %', NEW.organization_id, NEW.id, broken USING ERRCODE = 'check_violation', CONSTRAINT = broken, TABLE = TG_TABLE_NAME;
  END IF;
  NEW.amount_units := NEW.amount * 10000;
  IF TG_OP = 'INSERT' OR NEW.number IS DISTINCT FROM OLD.number THEN NEW.search_text := fold_text(NEW.number); END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payment_holds BEFORE INSERT OR UPDATE ON payments FOR EACH ROW EXECUTE FUNCTION payment_holds();
ALTER TABLE payments ENABLE ALWAYS TRIGGER payment_holds;

-- Entries and their lines never change: what looks at the whole of them at the commit asks this too.
ALTER TABLE journal_entries DROP CONSTRAINT journal_entries_balanced, DROP CONSTRAINT journal_entries_kind_check,
  DROP CONSTRAINT journal_entries_line_count_check, DROP CONSTRAINT journal_entries_total_debit_check;
CREATE OR REPLACE FUNCTION journal_entry_balanced() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  lines bigint; debits numeric; credits numeric; branches_off bigint;
BEGIN
  SELECT coalesce(sum(branch.lines), 0), coalesce(sum(branch.debit), 0), coalesce(sum(branch.credit), 0),
      count(*) FILTER (WHERE branch.debit <> branch.credit)
    INTO lines, debits, credits, branches_off
    FROM (SELECT count(*) AS lines, sum(debit) AS debit, sum(credit) AS credit FROM journal_lines
      WHERE organization_id = NEW.organization_id AND entry_id = NEW.id GROUP BY branch_id) AS branch;
  IF lines <> NEW.line_count OR lines < 2 OR debits <> credits OR debits <> NEW.total_debit OR debits <> NEW.total_credit OR debits <= 0 OR branches_off > 0 THEN
    RAISE EXCEPTION 'journal entry %/% is not balanced: % lines, debit %, credit %',
      NEW.organization_id, NEW.entry_number, lines, debits, credits USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.kind NOT IN ('invoice', 'advance_invoice', 'credit_note', 'debit_note', 'bill', 'supplier_credit', 'customs', 'receipt', 'payment', 'allocation', 'stock',
    'fx_reval', 'vat_settlement', 'tax_adjustment', 'manual', 'opening', 'closing') THEN
    RAISE EXCEPTION 'journal entry %/% is of no known kind', NEW.organization_id, NEW.entry_number USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

ALTER TABLE journal_lines DROP CONSTRAINT journal_lines_check, DROP CONSTRAINT journal_lines_one_side;
CREATE OR REPLACE FUNCTION journal_entry_sealed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM added LEFT JOIN journal_entries AS entry
      ON entry.organization_id = added.organization_id AND entry.id = added.entry_id
      WHERE entry.id IS NULL OR entry.created_transaction <> pg_current_xact_id() OR entry.entry_date <> added.entry_date
        OR (added.debit = 0) = (added.credit = 0) OR (added.party_kind IS NULL) <> (added.party_id IS NULL)) THEN
    RAISE EXCEPTION 'the journal entry is sealed, or a line of it has not one side and one party' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

-- Whose they are is said by the branch and by the financial year as well, which name the organisation themselves.
ALTER TABLE documents DROP CONSTRAINT documents_organization_id_fkey;
ALTER TABLE journal_entries DROP CONSTRAINT journal_entries_organization_id_fkey;
