-- Where the thousandth rows of a long list stand, by orders that no count is kept of: by total, by number, by age, by name of
-- party. Set anew now and then, and only for lists that are read far down (server/lists/set-places.ts). A place is exact for what
-- was there when it was set; what came since has a higher id than `upto`, and what changed since is told by `list_changes`:
-- an ordinary posting writes none of these. That nothing slipped through between is proved by the count of the whole.

-- Amounts are compared as whole units of their scale: under row security only what compares without ever failing is looked
-- for in an index, and numbers of any length do not. Their index is walked faster too.
ALTER TABLE documents ADD COLUMN total_units bigint NOT NULL GENERATED ALWAYS AS ((total * 10000)::bigint) STORED;
ALTER TABLE payments ADD COLUMN amount_units bigint NOT NULL GENERATED ALWAYS AS ((amount * 10000)::bigint) STORED;
DROP INDEX documents_by_total, payments_by_amount;
CREATE INDEX documents_by_total ON documents (organization_id, kind, total_units, id) INCLUDE (status);
CREATE INDEX payments_by_amount ON payments (organization_id, kind, amount_units, id) INCLUDE (state);

CREATE TABLE list_marks (
  organization_id bigint NOT NULL REFERENCES organizations (organization_id),
  kind text NOT NULL,
  -- Places of another setting are being written or removed; 0 before the first.
  setting bigint NOT NULL DEFAULT 0,
  upto bigint,
  count bigint NOT NULL DEFAULT 0,
  -- Changes are told since this transaction was committed; another mark is another beginning.
  told_since xid8 NOT NULL DEFAULT pg_current_xact_id(),
  set_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, kind)
);
CREATE TABLE list_places (
  organization_id bigint NOT NULL,
  kind text NOT NULL,
  setting bigint NOT NULL,
  sort text NOT NULL,
  -- How many rows stand before this one.
  rank bigint NOT NULL,
  amount bigint,
  word text,
  id bigint NOT NULL,
  PRIMARY KEY (organization_id, kind, setting, sort, rank)
);
-- A row left the list as it was (-1) or came into it as it is (1).
CREATE TABLE list_changes (
  organization_id bigint NOT NULL,
  kind text NOT NULL,
  id bigint NOT NULL,
  weight smallint NOT NULL,
  amount bigint NOT NULL,
  number text,
  party_id bigint NOT NULL,
  party_name text NOT NULL
);
CREATE INDEX list_changes_of_list ON list_changes (organization_id, kind);

ALTER TABLE list_marks ENABLE ROW LEVEL SECURITY;
ALTER TABLE list_marks FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON list_marks
  USING (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint)
  WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint);
ALTER TABLE list_places ENABLE ROW LEVEL SECURITY;
ALTER TABLE list_places FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON list_places
  USING (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint)
  WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint);
ALTER TABLE list_changes ENABLE ROW LEVEL SECURITY;
ALTER TABLE list_changes FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON list_changes
  USING (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint)
  WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint);

-- Tells what a row of a list was and what it is, where the list has places. Of documents all but void ones are listed, of
-- payments those that are posted.
CREATE FUNCTION tell_list_change(organization bigint, list text, row_id bigint, was_listed boolean, amount_before bigint, number_before text, party_before bigint,
  is_listed boolean, amount_after bigint, number_after text, party_after bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_changes (organization_id, kind, id, weight, amount, number, party_id, party_name)
  SELECT organization, list, row_id, told.weight, told.amount, told.number, party.id, party.name
  FROM (VALUES (-1, was_listed, amount_before, number_before, party_before), (1, is_listed, amount_after, number_after, party_after))
    AS told (weight, listed, amount, number, party_id)
  JOIN parties AS party ON party.organization_id = organization AND party.id = told.party_id
  WHERE told.listed AND EXISTS (SELECT FROM list_marks WHERE organization_id = organization AND kind = list);
END $$;

CREATE OR REPLACE FUNCTION count_document() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organization bigint := coalesce(NEW.organization_id, OLD.organization_id);
  changed bigint := coalesce(NEW.id, OLD.id);
  now_is record;
BEGIN
  SELECT kind, status, document_date, due_date, party_id, net_base, state = 'posted' AND settled < total AS is_open, total_base - settled_base AS left_base, total_units, number
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
  IF (OLD.status = 'void', OLD.total_units, OLD.number, OLD.party_id) IS DISTINCT FROM (now_is.status = 'void', now_is.total_units, now_is.number, now_is.party_id) THEN
    PERFORM tell_list_change(organization, OLD.kind, changed, OLD.status <> 'void', OLD.total_units, OLD.number, OLD.party_id,
      now_is.status <> 'void', now_is.total_units, now_is.number, now_is.party_id);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_payment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organization bigint := coalesce(NEW.organization_id, OLD.organization_id);
  changed bigint := coalesce(NEW.id, OLD.id);
  now_is record;
BEGIN
  SELECT kind, state, payment_date, party_id, amount_units, number INTO now_is FROM payments WHERE organization_id = organization AND id = changed;
  PERFORM count_kept(organization, OLD.kind, OLD.state, OLD.payment_date, OLD.party_id, 0, now_is.kind, now_is.state, now_is.payment_date, now_is.party_id, 0);
  IF TG_OP <> 'INSERT' AND (OLD.state = 'posted', OLD.amount_units, OLD.number, OLD.party_id) IS DISTINCT FROM (now_is.state = 'posted', now_is.amount_units, now_is.number, now_is.party_id) THEN
    PERFORM tell_list_change(organization, OLD.kind, changed, OLD.state = 'posted', OLD.amount_units, OLD.number, OLD.party_id,
      now_is.state = 'posted', now_is.amount_units, now_is.number, now_is.party_id);
  END IF;
  RETURN NULL;
END $$;

-- Another name moves all rows of a party: what was set is forgotten, and set again when it is asked for.
CREATE FUNCTION forget_list_places() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM list_marks WHERE organization_id = NEW.organization_id;
  RETURN NULL;
END $$;
CREATE TRIGGER party_renamed AFTER UPDATE OF name ON parties
  FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION forget_list_places();
