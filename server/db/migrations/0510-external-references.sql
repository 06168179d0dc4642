-- A note may correct an invoice that another system issued: its number and day are given in place of one of our documents.
ALTER TABLE documents
  ADD COLUMN reference_number text,
  ADD COLUMN reference_date date,
  ADD CONSTRAINT documents_one_reference CHECK (reference_id IS NULL OR reference_number IS NULL);
ALTER TYPE given_document
  ADD ATTRIBUTE reference_number text,
  ADD ATTRIBUTE reference_date date;

CREATE OR REPLACE FUNCTION document_holds()
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
END $function$;
