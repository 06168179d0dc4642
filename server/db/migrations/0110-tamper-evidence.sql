-- Tamper evidence (ledger.md 4.4): every posted entry with all its lines, hashed together with the hash before it, in the
-- order of their numbers. Whoever changes, adds or removes an entry afterwards would have to write every later hash again,
-- and the digest of a day that somebody keeps elsewhere would still not match.
CREATE TABLE entry_hashes (
  organization_id bigint NOT NULL,
  entry_number bigint NOT NULL CHECK (entry_number > 0),
  prev bytea NOT NULL CHECK (length(prev) = 32),
  sha256 bytea NOT NULL CHECK (length(sha256) = 32),
  -- The day in Riyadh it was posted on, never before that of the number before it: digests are of days.
  day date NOT NULL,
  PRIMARY KEY (organization_id, entry_number)
);
CREATE INDEX entry_hashes_by_day ON entry_hashes (organization_id, day, entry_number);
ALTER TABLE entry_hashes ENABLE ROW LEVEL SECURITY;
ALTER TABLE entry_hashes FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON entry_hashes
  USING (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint)
  WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON entry_hashes FOR EACH STATEMENT EXECUTE FUNCTION books_are_append_only();
REVOKE UPDATE, DELETE, TRUNCATE ON entry_hashes FROM mizan_app;

-- What is hashed of an entry: one JSON array of the entry, its lines and its tax rows (docs/decisions/0013). Said here alone,
-- for whoever seals and for whoever verifies; it never changes, a later form would get a name of its own.
CREATE FUNCTION entry_text(organization bigint, entry bigint) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_array('mizan-1', head.organization_id, head.entry_number, head.id, head.entry_date, head.financial_year_id, head.kind, head.source,
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
$$;

-- Seals the next entries and answers how many; null where somebody else is at it. Numbers are taken and committed in their
-- order, so whatever is visible is a beginning of the chain. Which number is next stands beside the other series.
CREATE FUNCTION seal_entries(organization bigint, most integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  following bigint;
  first bigint;
  hash bytea := decode(repeat('00', 32), 'hex');
  last_day date := '-infinity';
  entry record;
  numbers bigint[] := '{}';
  befores bytea[] := '{}';
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
    SELECT sha256, day INTO STRICT hash, last_day FROM entry_hashes WHERE organization_id = organization AND entry_number = first - 1;
  END IF;
  FOR entry IN SELECT head.entry_number, convert_to(entry_text(organization, head.id), 'UTF8') AS content,
      ((head.posted_at AT TIME ZONE 'UTC') + interval '3 hours')::date AS day
    FROM journal_entries AS head WHERE head.organization_id = organization AND head.entry_number >= first
    ORDER BY head.entry_number LIMIT most
  LOOP
    -- A number that is missing is no gap to step over: the chain ends before it until somebody has looked.
    EXIT WHEN entry.entry_number <> following;
    numbers := numbers || following;
    befores := befores || hash;
    hash := sha256(hash || entry.content);
    hashes := hashes || hash;
    last_day := greatest(last_day, entry.day);
    days := days || last_day;
    following := following + 1;
  END LOOP;
  IF following > first THEN
    INSERT INTO entry_hashes (organization_id, entry_number, prev, sha256, day)
    SELECT organization, made.entry_number, made.prev, made.hash, made.day FROM unnest(numbers, befores, hashes, days) AS made (entry_number, prev, hash, day);
    UPDATE number_series SET next_number = following WHERE organization_id = organization AND kind = 'entry_hash' AND scope = '';
  END IF;
  RETURN following - first;
END $$;
