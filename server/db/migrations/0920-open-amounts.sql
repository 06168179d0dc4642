-- The open amount of a document in whole units, so that lines of a bank find documents of their amount by an index. Under row
-- security only leakproof comparisons use an index, and those of numeric are not. The expression fills the rows that exist without
-- firing their triggers; from then on the trigger of the table does.
ALTER TABLE documents ADD COLUMN open_units bigint NOT NULL GENERATED ALWAYS AS (((total::numeric - settled::numeric) * 10000)::bigint) STORED;
ALTER TABLE documents ALTER COLUMN open_units DROP EXPRESSION;
ALTER TABLE documents ALTER COLUMN open_units SET DEFAULT 0;
CREATE INDEX documents_open_amount ON documents (organization_id, open_units, kind, document_date, id) WHERE state = 'posted' AND settled < total;

CREATE OR REPLACE FUNCTION document_check_and_derive()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
  NEW.open_units := (NEW.total - NEW.settled) * 10000;
  IF TG_OP = 'INSERT' OR (NEW.number, NEW.draft_number, NEW.id) IS DISTINCT FROM (OLD.number, OLD.draft_number, OLD.id) THEN
    NEW.search_text := fold_text(coalesce(NEW.number, coalesce(NEW.draft_number, '') || ' DRAFT-' || NEW.id));
  END IF;
  RETURN NEW;
END $function$;
