-- How many rows of a long list a short or common piece of a name or number finds: what no index knows is counted once, when
-- somebody looks for it, of the rows that its places were set of (migration 0110). What came since has a higher id than `upto`,
-- and what changed since is told with the words it is found by. An ordinary posting writes none of these.
TRUNCATE list_marks, list_places, list_changes;
ALTER TABLE list_changes ADD COLUMN search_text text NOT NULL;
CREATE TABLE list_finds (
  organization_id bigint NOT NULL,
  kind text NOT NULL,
  -- That of the mark whose rows were counted.
  setting bigint NOT NULL,
  pattern text NOT NULL,
  -- The kind of parties in whose names it is looked for.
  party text NOT NULL,
  -- Whose names it is found in as well: when these are others, it is counted anew.
  parties text NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (organization_id, kind, setting, pattern)
);
ALTER TABLE list_finds ENABLE ROW LEVEL SECURITY;
ALTER TABLE list_finds FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON list_finds
  USING (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint)
  WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint);

DROP FUNCTION tell_list_change(bigint, text, bigint, boolean, bigint, text, bigint, boolean, bigint, text, bigint);
CREATE FUNCTION tell_list_change(organization bigint, list text, row_id bigint, was_listed boolean, amount_before bigint, number_before text, text_before text,
  party_before bigint, is_listed boolean, amount_after bigint, number_after text, text_after text, party_after bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_changes (organization_id, kind, id, weight, amount, number, search_text, party_id, party_name)
  SELECT organization, list, row_id, told.weight, told.amount, told.number, told.search_text, party.id, party.name
  FROM (VALUES (-1, was_listed, amount_before, number_before, text_before, party_before), (1, is_listed, amount_after, number_after, text_after, party_after))
    AS told (weight, listed, amount, number, search_text, party_id)
  JOIN parties AS party ON party.organization_id = organization AND party.id = told.party_id
  WHERE told.listed AND EXISTS (SELECT FROM list_marks WHERE organization_id = organization AND kind = list);
END $$;

CREATE OR REPLACE FUNCTION count_document() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organization bigint := coalesce(NEW.organization_id, OLD.organization_id);
  changed bigint := coalesce(NEW.id, OLD.id);
  now_is record;
BEGIN
  SELECT kind, status, document_date, due_date, party_id, net_base, state = 'posted' AND settled < total AS is_open, total_base - settled_base AS left_base, total_units, number, search_text
  INTO now_is FROM documents WHERE organization_id = organization AND id = changed;
  PERFORM count_kept(organization, OLD.kind, OLD.status, OLD.document_date, OLD.party_id, OLD.net_base,
    now_is.kind, now_is.status, now_is.document_date, now_is.party_id, now_is.net_base);
  INSERT INTO due_counts AS kept (organization_id, kind, status, is_open, due_date, count, open_base)
  SELECT organization, moved.kind, moved.status, moved.is_open, moved.due_date, sum(moved.count), sum(CASE WHEN moved.is_open THEN moved.count * moved.left_base ELSE 0 END)
  FROM (VALUES (OLD.kind, OLD.status, OLD.state = 'posted' AND OLD.settled < OLD.total, OLD.due_date, OLD.total_base - OLD.settled_base, -1),
    (now_is.kind, now_is.status, now_is.is_open, now_is.due_date, now_is.left_base, 1)) AS moved (kind, status, is_open, due_date, left_base, count)
  WHERE moved.kind IS NOT NULL GROUP BY 2, 3, 4, 5
  HAVING sum(moved.count) <> 0 OR sum(CASE WHEN moved.is_open THEN moved.count * moved.left_base ELSE 0 END) <> 0 ORDER BY 2, 4, 5, 3
  ON CONFLICT (organization_id, kind, is_open, due_date, status) DO UPDATE SET count = kept.count + excluded.count, open_base = kept.open_base + excluded.open_base;
  -- Paying a document changes none of these; a row that is gone has no status.
  IF (OLD.status = 'void', OLD.total_units, OLD.number, OLD.search_text, OLD.party_id) IS DISTINCT FROM
    (now_is.status = 'void', now_is.total_units, now_is.number, now_is.search_text, now_is.party_id) THEN
    PERFORM tell_list_change(organization, OLD.kind, changed, OLD.status <> 'void', OLD.total_units, OLD.number, OLD.search_text, OLD.party_id,
      now_is.status <> 'void', now_is.total_units, now_is.number, now_is.search_text, now_is.party_id);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_payment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organization bigint := coalesce(NEW.organization_id, OLD.organization_id);
  changed bigint := coalesce(NEW.id, OLD.id);
  now_is record;
BEGIN
  SELECT kind, state, payment_date, party_id, amount_units, number, search_text INTO now_is FROM payments WHERE organization_id = organization AND id = changed;
  PERFORM count_kept(organization, OLD.kind, OLD.state, OLD.payment_date, OLD.party_id, 0, now_is.kind, now_is.state, now_is.payment_date, now_is.party_id, 0);
  IF TG_OP <> 'INSERT' AND (OLD.state = 'posted', OLD.amount_units, OLD.number, OLD.party_id) IS DISTINCT FROM (now_is.state = 'posted', now_is.amount_units, now_is.number, now_is.party_id) THEN
    PERFORM tell_list_change(organization, OLD.kind, changed, OLD.state = 'posted', OLD.amount_units, OLD.number, OLD.search_text, OLD.party_id,
      now_is.state = 'posted', now_is.amount_units, now_is.number, now_is.search_text, now_is.party_id);
  END IF;
  RETURN NULL;
END $$;
