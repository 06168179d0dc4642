-- Checks of journal entries read other tables by key alone, one statement for each table, and the transaction of an entry is noted where its row is stored:
-- so they also hold in a distributed database, whose workers have transactions of their own (decision 0230).
CREATE FUNCTION note_transaction() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.created_transaction := pg_current_xact_id();
  RETURN NEW;
END $$;
-- 0: an entry of another installation, which no transaction here may add lines to.
CREATE TRIGGER transaction_noted BEFORE INSERT ON journal_entries
  FOR EACH ROW WHEN (new.created_transaction <> '0'::xid8)
  EXECUTE FUNCTION note_transaction();

CREATE OR REPLACE FUNCTION journal_lines_guard() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  own xid8 := pg_current_xact_id();
  line record;
BEGIN
  IF EXISTS (SELECT FROM added WHERE (debit = 0) = (credit = 0) OR (party_kind IS NULL) <> (party_id IS NULL)) THEN
    RAISE EXCEPTION 'a line has not exactly one side, or half a party' USING ERRCODE = 'check_violation';
  END IF;
  FOR line IN SELECT DISTINCT organization_id, entry_id, entry_date FROM added LOOP
    IF NOT EXISTS (SELECT FROM journal_entries WHERE organization_id = line.organization_id AND id = line.entry_id
        AND created_transaction = own AND entry_date = line.entry_date) THEN
      RAISE EXCEPTION 'the journal entry % is already posted, or of another day', line.entry_id USING ERRCODE = 'check_violation';
    END IF;
  END LOOP;
  FOR line IN SELECT DISTINCT organization_id, document_id FROM added WHERE document_id IS NOT NULL LOOP
    IF NOT EXISTS (SELECT FROM documents WHERE organization_id = line.organization_id AND id = line.document_id) THEN
      RAISE EXCEPTION 'the document % of a line is unknown', line.document_id USING ERRCODE = 'check_violation';
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION entry_text(organization bigint, entry bigint) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (
    SELECT jsonb_build_array('mizan-1', coalesce((SELECT own.hashed_as FROM organizations AS own WHERE own.organization_id = organization), head.organization_id),
      head.entry_number, head.id, head.entry_date, head.financial_year_id, head.kind, head.source,
      head.source_id, head.source_revision, head.reverses_id, head.description, head.total_debit::text, head.line_count, head.posted_by,
      to_char(head.posted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
      (SELECT jsonb_agg(jsonb_build_array(line.line_number, line.account_id, line.branch_id, line.cost_center_id, line.party_kind, line.party_id,
          line.debit::text, line.credit::text, line.currency_id, line.amount_currency::text, line.tax_id, line.document_id, line.product_id,
          line.description) ORDER BY line.line_number)
        FROM journal_lines AS line WHERE line.organization_id = organization AND line.entry_id = entry),
      (SELECT coalesce(jsonb_agg(jsonb_build_array(tax.line_number, tax.tax_date, tax.box, tax.sign, tax.base::text, tax.tax::text, tax.is_adjustment,
          tax.tax_id, tax.branch_id) ORDER BY tax.line_number), '[]'::jsonb)
        FROM tax_entries AS tax WHERE tax.organization_id = organization AND tax.entry_id = entry))::text
    FROM journal_entries AS head WHERE head.organization_id = organization AND head.id = entry
  );
END $$;

CREATE OR REPLACE FUNCTION extend_hash_chain(organization bigint, most integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  following bigint;
  first bigint;
  hash bytea := decode(repeat('00', 32), 'hex');
  last_day date := '-infinity';
  entry record;
  previous bytea;
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
  FOR entry IN SELECT head.entry_number, head.id, ((head.posted_at AT TIME ZONE 'UTC') + interval '3 hours')::date AS day
    FROM journal_entries AS head WHERE head.organization_id = organization AND head.entry_number >= first
    ORDER BY head.entry_number LIMIT most
  LOOP
    -- A missing number is never skipped: the chain stops before it until a person has investigated.
    EXIT WHEN entry.entry_number <> following;
    previous := hash;
    hash := sha256(previous || convert_to(entry_text(organization, entry.id), 'UTF8'));
    last_day := greatest(last_day, entry.day);
    INSERT INTO journal_entry_hashes (organization_id, entry_number, prev, sha256, day) VALUES (organization, following, previous, hash, last_day);
    following := following + 1;
  END LOOP;
  IF following > first THEN
    UPDATE number_series SET next_number = following WHERE organization_id = organization AND kind = 'entry_hash' AND scope = '';
  END IF;
  RETURN following - first;
END $$;

-- Of values, not of a row: the rows of a shard have a type of their own. The former function stays for servers of the version before, which run on during an
-- upgrade.
CREATE FUNCTION audit_digest(id bigint, at timestamptz, user_id bigint, action text, resource text, resource_id bigint, request_id text, details jsonb, ip text,
  api_key_id bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT ('x' || left(encode(sha256(convert_to(concat_ws('|', id, extract(epoch FROM at), user_id, action, resource,
    resource_id, request_id, details::text, ip, api_key_id), 'UTF8')), 'hex'), 15))::bit(60)::bigint
$$;

-- The name of a shard is that of its table with a number.
CREATE OR REPLACE FUNCTION delete_attachments() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE of_kind text := CASE WHEN TG_TABLE_NAME ~ '^manual_entries(_\d+)?$' THEN 'journal_entry' ELSE to_jsonb(OLD) ->> 'kind' END;
BEGIN
  DELETE FROM attachments WHERE organization_id = OLD.organization_id AND source_id = OLD.id AND source = of_kind;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION books_are_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% on % is forbidden: the books are append-only', TG_OP, regexp_replace(TG_TABLE_NAME, '_\d+$', '') USING ERRCODE = '42501';
END $$;

-- What is compared is computed first: a statement that changes rows names no function that may differ from node to node.
CREATE OR REPLACE FUNCTION delete_image() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE address text := to_jsonb(OLD) ->> TG_ARGV[0];
BEGIN
  IF TG_ARGV[0] = 'logo' AND EXISTS (SELECT 1 FROM issued_papers
    WHERE organization_id = OLD.organization_id AND paper #>> '{organization,logo}' = address) THEN RETURN NULL; END IF;
  DELETE FROM stored_files WHERE organization_id = OLD.organization_id AND name = replace(address, '/api/files/', '');
  RETURN NULL;
END $$;

-- A refusal of a node arrives as its words alone: they name what was broken.
CREATE OR REPLACE FUNCTION forbid_reversal_of_reconciled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT 1 FROM bank_reconciliation_lines AS line
    JOIN bank_reconciliations AS reconciliation ON reconciliation.organization_id = line.organization_id AND reconciliation.id = line.reconciliation_id
    JOIN journal_entries AS original ON original.organization_id = line.organization_id AND original.id = line.entry_id
    WHERE line.organization_id = NEW.organization_id AND line.entry_id = NEW.reverses_id
      AND reconciliation.state = 'finished' AND original.entry_date = NEW.entry_date) THEN
    RAISE EXCEPTION 'journal entry %/% is reconciled with the bank: it breaks journal_entries_bank_reconciled', NEW.organization_id, NEW.reverses_id
      USING ERRCODE = '23514', CONSTRAINT = 'journal_entries_bank_reconciled';
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION order_forbid_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'order % is not a draft: it breaks orders_drafts_only', OLD.id USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_drafts_only';
END $$;
CREATE OR REPLACE FUNCTION order_line_forbid_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.taken <> 0 THEN
    RAISE EXCEPTION 'row % of order % is taken: it breaks order_lines_taken', OLD.id, OLD.order_id USING ERRCODE = 'check_violation', CONSTRAINT = 'order_lines_taken';
  END IF;
  RETURN OLD;
END $$;
CREATE OR REPLACE FUNCTION take_of_order(own bigint, line bigint, document bigint, taker bigint, place integer, much numeric) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  of_order bigint;
BEGIN
  IF much = 0 THEN
    RETURN;
  END IF;
  UPDATE order_lines SET taken = taken + much WHERE organization_id = own AND id = line RETURNING order_id INTO of_order;
  IF of_order IS NULL THEN
    RAISE EXCEPTION 'no row % of an order: it breaks order_lines_known', line USING ERRCODE = 'check_violation', CONSTRAINT = 'order_lines_known';
  END IF;
  INSERT INTO order_links (organization_id, order_id, order_line_id, document_id, taker_order_id, taker_line, quantity)
  VALUES (own, of_order, line, document, taker, place, much);
END $$;
