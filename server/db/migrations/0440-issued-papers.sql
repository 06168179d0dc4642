-- Everything a paper says of whom and what is written down when it is issued: later changes of customers, settings, branches and units
-- never reach it. One row for each content that was issued; the latest is the paper.
CREATE TABLE issued_papers (
  organization_id bigint NOT NULL REFERENCES organizations (organization_id),
  -- Of which kind of record (`invoice`, `income_payment`, `set_off`), which one, and in which revision.
  kind text NOT NULL,
  record_id bigint NOT NULL,
  revision integer NOT NULL,
  -- Its shape: contract/issued-paper.ts.
  paper jsonb NOT NULL,
  -- Issued before papers were written down: made by this migration from the values of its day.
  is_reconstructed boolean NOT NULL DEFAULT false,
  written_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, kind, record_id, revision)
);
ALTER TABLE issued_papers ENABLE ROW LEVEL SECURITY;
ALTER TABLE issued_papers FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON issued_papers
  USING (organization_id = current_setting('app.organization_id', true)::bigint)
  WITH CHECK (organization_id = current_setting('app.organization_id', true)::bigint);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON issued_papers FOR EACH STATEMENT EXECUTE FUNCTION books_are_append_only();
REVOKE UPDATE, DELETE, TRUNCATE ON issued_papers FROM mizan_app;
CREATE TYPE given_paper AS (kind text, record_id bigint, revision integer, paper jsonb);

-- Whether the seller was registered for VAT when it was issued. That, and not today's settings, makes it a tax invoice.
ALTER TABLE documents ADD COLUMN is_tax_invoice boolean NOT NULL DEFAULT false;
ALTER TYPE given_document ADD ATTRIBUTE is_tax_invoice boolean;

-- Row security binds the owner of the tables too; for this one look at all tenants it does not.
ALTER TABLE documents NO FORCE ROW LEVEL SECURITY;
ALTER TABLE document_lines NO FORCE ROW LEVEL SECURITY;
ALTER TABLE payments NO FORCE ROW LEVEL SECURITY;
ALTER TABLE refunds NO FORCE ROW LEVEL SECURITY;
ALTER TABLE set_offs NO FORCE ROW LEVEL SECURITY;
ALTER TABLE bank_reconciliations NO FORCE ROW LEVEL SECURITY;
ALTER TABLE organizations NO FORCE ROW LEVEL SECURITY;
ALTER TABLE parties NO FORCE ROW LEVEL SECURITY;
ALTER TABLE branches NO FORCE ROW LEVEL SECURITY;
ALTER TABLE products NO FORCE ROW LEVEL SECURITY;
ALTER TABLE units NO FORCE ROW LEVEL SECURITY;
ALTER TABLE payment_methods NO FORCE ROW LEVEL SECURITY;
ALTER TABLE accounts NO FORCE ROW LEVEL SECURITY;
ALTER TABLE issued_papers NO FORCE ROW LEVEL SECURITY;

ALTER TABLE documents DISABLE TRIGGER USER;
UPDATE documents SET is_tax_invoice = true FROM organizations AS organization
WHERE organization.organization_id = documents.organization_id AND organization.tax_number IS NOT NULL
  AND documents.kind IN ('invoice', 'advance_invoice', 'credit_note', 'debit_note') AND documents.state <> 'draft';
ALTER TABLE documents ENABLE TRIGGER USER, ENABLE ALWAYS TRIGGER document_holds;

CREATE FUNCTION old_paper_head(organization bigint) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('name', name, 'name_en', name_en, 'tax_number', tax_number, 'commercial_registration', commercial_registration,
    'address', address, 'logo', logo) FROM organizations WHERE organization_id = organization $$;
CREATE FUNCTION old_paper_party(organization bigint, party bigint) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('id', id, 'name', name, 'name_en', name_en, 'status', status, 'address', address, 'phone', phone, 'mobile', mobile,
    'email', email, 'tax_number', tax_number, 'commercial_registration', commercial_registration, 'building_number', building_number,
    'street', street, 'district', district, 'postal_code', postal_code, 'city', (SELECT city.name FROM cities AS city WHERE city.id = city_id))
  FROM parties WHERE organization_id = organization AND id = party $$;
CREATE FUNCTION old_paper_named(organization bigint, party bigint) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('id', id, 'name', name, 'name_en', name_en) FROM parties WHERE organization_id = organization AND id = party $$;
CREATE FUNCTION old_paper_branch(organization bigint, branch bigint) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('id', own.id, 'name', own.name, 'name_en', own.name_en, 'status', own.status, 'address', own.address, 'phone', own.phone,
    'mobile', own.mobile, 'email', own.email, 'city', city.name, 'city_en', city.name_en)
  FROM branches AS own LEFT JOIN cities AS city ON city.id = own.city_id WHERE own.organization_id = organization AND own.id = branch $$;
CREATE FUNCTION old_paper_currency(currency bigint) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT to_jsonb(own) FROM currencies AS own WHERE own.id = currency $$;
CREATE FUNCTION old_paper_field(tag integer, said text) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT set_byte(set_byte('\x0000'::bytea, 0, tag), 1, length(value)) || value
  FROM (SELECT CASE WHEN octet_length(said) > 255 THEN convert_to(left(said, 60), 'UTF8') ELSE convert_to(said, 'UTF8') END AS value) AS bytes $$;

INSERT INTO issued_papers (organization_id, kind, record_id, revision, is_reconstructed, paper)
SELECT own.organization_id, own.kind, own.id, own.revision, true, jsonb_build_object(
  'organization', old_paper_head(own.organization_id), 'party', old_paper_party(own.organization_id, own.party_id),
  'branch', old_paper_branch(own.organization_id, own.branch_id), 'currency', old_paper_currency(own.currency_id),
  'is_tax_invoice', own.is_tax_invoice, 'due_date', own.due_date, 'notes', own.notes,
  -- As it was printed: the instant of posting in UTC.
  'qr', CASE WHEN own.is_tax_invoice AND own.posted_at IS NOT NULL THEN (
    SELECT replace(encode(old_paper_field(1, seller.name) || old_paper_field(2, seller.tax_number)
      || old_paper_field(3, to_char(own.posted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
      || old_paper_field(4, trim(to_char(own.total_base, '99999999999990.00'))) || old_paper_field(5, trim(to_char(own.tax_base, '99999999999990.00'))),
      'base64'), E'\n', '')
    FROM organizations AS seller WHERE seller.organization_id = own.organization_id) END,
  'units', coalesce((SELECT jsonb_agg(jsonb_build_object('line_number', line.line_number, 'unit', unit.name, 'unit_en', unit.name_en) ORDER BY line.line_number)
    FROM document_lines AS line JOIN products AS product ON product.organization_id = line.organization_id AND product.id = line.product_id
    JOIN units AS unit ON unit.organization_id = product.organization_id AND unit.id = product.unit_id
    WHERE line.organization_id = own.organization_id AND line.document_id = own.id), '[]'))
FROM documents AS own
WHERE own.state <> 'draft' AND own.kind IN ('invoice', 'advance_invoice', 'credit_note', 'debit_note', 'bill', 'supplier_credit', 'customs_declaration');

INSERT INTO issued_papers (organization_id, kind, record_id, revision, is_reconstructed, paper)
SELECT own.organization_id, own.kind || '_payment', own.id, own.revision, true, jsonb_build_object(
  'organization', old_paper_head(own.organization_id), 'party', old_paper_named(own.organization_id, own.party_id), 'currency', old_paper_currency(own.currency_id),
  'payment_method', jsonb_build_object('id', method.id, 'name', method.name, 'name_en', method.name_en), 'notes', own.notes)
FROM payments AS own JOIN payment_methods AS method ON method.organization_id = own.organization_id AND method.id = own.payment_method_id;

INSERT INTO issued_papers (organization_id, kind, record_id, revision, is_reconstructed, paper)
SELECT own.organization_id, 'refund', own.id, 1, true, jsonb_build_object('organization', old_paper_head(own.organization_id),
  'party', old_paper_named(own.organization_id, coalesce(payment.party_id, note.party_id)),
  'method', jsonb_build_object('name', method.name, 'name_en', method.name_en))
FROM refunds AS own
JOIN payment_methods AS method ON method.organization_id = own.organization_id AND method.id = own.payment_method_id
LEFT JOIN payments AS payment ON payment.organization_id = own.organization_id AND payment.id = own.payment_id
LEFT JOIN documents AS note ON note.organization_id = own.organization_id AND note.id = own.note_id;

INSERT INTO issued_papers (organization_id, kind, record_id, revision, is_reconstructed, paper)
SELECT own.organization_id, 'set_off', own.id, 1, true, jsonb_build_object('organization', old_paper_head(own.organization_id),
  'customer', old_paper_named(own.organization_id, own.customer_id), 'supplier', old_paper_named(own.organization_id, own.supplier_id),
  'currency', old_paper_currency(own.currency_id))
FROM set_offs AS own;

INSERT INTO issued_papers (organization_id, kind, record_id, revision, is_reconstructed, paper)
SELECT own.organization_id, 'bank_reconciliation', own.id, own.version, true, jsonb_build_object('organization', old_paper_head(own.organization_id),
  'account', jsonb_build_object('id', account.id, 'number', account.number, 'name', account.name, 'name_en', account.name_en),
  'currency', old_paper_currency(own.currency_id), 'lines', '[]'::jsonb)
FROM bank_reconciliations AS own JOIN accounts AS account ON account.organization_id = own.organization_id AND account.id = own.account_id
WHERE own.state = 'finished';

DROP FUNCTION old_paper_head(bigint), old_paper_party(bigint, bigint), old_paper_named(bigint, bigint), old_paper_branch(bigint, bigint),
  old_paper_currency(bigint), old_paper_field(integer, text);
SET CONSTRAINTS ALL IMMEDIATE;
SET CONSTRAINTS ALL DEFERRED;
ALTER TABLE documents FORCE ROW LEVEL SECURITY;
ALTER TABLE document_lines FORCE ROW LEVEL SECURITY;
ALTER TABLE payments FORCE ROW LEVEL SECURITY;
ALTER TABLE refunds FORCE ROW LEVEL SECURITY;
ALTER TABLE set_offs FORCE ROW LEVEL SECURITY;
ALTER TABLE bank_reconciliations FORCE ROW LEVEL SECURITY;
ALTER TABLE organizations FORCE ROW LEVEL SECURITY;
ALTER TABLE parties FORCE ROW LEVEL SECURITY;
ALTER TABLE branches FORCE ROW LEVEL SECURITY;
ALTER TABLE products FORCE ROW LEVEL SECURITY;
ALTER TABLE units FORCE ROW LEVEL SECURITY;
ALTER TABLE payment_methods FORCE ROW LEVEL SECURITY;
ALTER TABLE accounts FORCE ROW LEVEL SECURITY;
ALTER TABLE issued_papers FORCE ROW LEVEL SECURITY;

-- What was issued as a tax invoice is one for good.
CREATE FUNCTION tax_invoice_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'document %/% was issued as a tax invoice', OLD.organization_id, OLD.id USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER tax_invoice_stays BEFORE UPDATE OF is_tax_invoice ON documents
  FOR EACH ROW WHEN (OLD.is_tax_invoice AND NOT NEW.is_tax_invoice) EXECUTE FUNCTION tax_invoice_stays();

-- A logo that stands on an issued paper stays on it: its file goes only where no paper shows it.
CREATE OR REPLACE FUNCTION delete_image() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_ARGV[0] = 'logo' AND EXISTS (SELECT 1 FROM issued_papers
    WHERE organization_id = OLD.organization_id AND paper #>> '{organization,logo}' = to_jsonb(OLD) ->> 'logo') THEN RETURN NULL; END IF;
  DELETE FROM stored_files WHERE organization_id = OLD.organization_id
    AND name = replace(to_jsonb(OLD) ->> TG_ARGV[0], '/api/files/', '');
  RETURN NULL;
END $$;
