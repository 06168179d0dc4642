-- Page anchors and cached search counts of long lists (server/paging/README.md). An ordinary posting writes none of these tables;
-- only changes to rows of a snapshot are logged.

-- What the orders of a list compare of a row, and what decides in which lists it is.
CREATE TYPE list_row_key AS (
  kind text, status text, is_open boolean, due_date date, day date, amount bigint, number text, search_text text,
  party_id bigint
);

-- One row per list that is read far down: up to which id its anchors were counted. `invoice` is the whole list, `invoice/paid` one
-- status, `invoice/overdue` the overdue rows.
CREATE TABLE list_snapshots (
  organization_id bigint NOT NULL REFERENCES organizations,
  list text NOT NULL,
  -- Anchors of other generations are being written or removed. 0 before the first.
  generation bigint NOT NULL DEFAULT 0,
  max_id bigint,
  count bigint NOT NULL DEFAULT 0,
  -- The transaction since which changes are logged.
  tracking_since xid8 NOT NULL DEFAULT pg_current_xact_id(),
  set_at timestamptz NOT NULL DEFAULT now(),
  -- The day of an overdue list. On another day it is another list.
  overdue_as_of date,
  PRIMARY KEY (organization_id, list)
);

-- Where every hundredth or thousandth row is, per sort order. Exact for the snapshot; newer rows have a higher id than `max_id`,
-- and changes to older rows are in list_row_changes.
CREATE TABLE list_page_anchors (
  organization_id bigint NOT NULL,
  list text NOT NULL,
  generation bigint NOT NULL,
  sort text NOT NULL,
  -- The number of rows before this one.
  rank bigint NOT NULL,
  amount bigint,
  sort_text text,
  id bigint NOT NULL,
  day date,
  PRIMARY KEY (organization_id, list, generation, sort, rank)
);

-- How many rows a short or common search text matches: counted once in the snapshot, corrected by the change log.
CREATE TABLE list_search_counts (
  organization_id bigint NOT NULL,
  list text NOT NULL,
  generation bigint NOT NULL,
  pattern text NOT NULL,
  -- The kind of parties whose names are searched, and a hash of those that matched: if they differ now, it is counted again.
  party text NOT NULL,
  parties text NOT NULL,
  count bigint NOT NULL,
  -- How many rows match by their own text and not by the name of their party.
  own_text_count bigint NOT NULL,
  PRIMARY KEY (organization_id, list, generation, pattern)
);

-- The change log since a snapshot: a row left the list with its old values (-1) or entered it with its new ones (1).
CREATE TABLE list_row_changes (
  organization_id bigint NOT NULL,
  list text NOT NULL,
  id bigint NOT NULL,
  weight smallint NOT NULL,
  amount bigint NOT NULL,
  number text,
  party_id bigint NOT NULL,
  party_name text NOT NULL,
  search_text text NOT NULL,
  day date NOT NULL
);
CREATE INDEX list_row_changes_of_list ON list_row_changes (organization_id, list);

-- Whether a row belongs to a list.
CREATE FUNCTION is_listed(list text, overdue_as_of date, row_was list_row_key) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(CASE list WHEN (row_was).kind THEN (row_was).status <> 'void' WHEN (row_was).kind || '/overdue' THEN (row_was).is_open AND (row_was).due_date < overdue_as_of
    WHEN (row_was).kind || '/' || (row_was).status THEN true END, false)
$$;

-- Logs what a row was and is for each list with a snapshot that contained or contains it, unless nothing that lists compare has
-- changed. Snapshots expire after a day, so logging ends soon after.
CREATE FUNCTION log_list_changes(organization bigint, row_id bigint, row_was list_row_key, row_is list_row_key) RETURNS void LANGUAGE plpgsql AS $$
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

-- A new name moves all rows of a party: the anchors are discarded, and set again when they are needed.
CREATE FUNCTION invalidate_page_anchors() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM list_snapshots WHERE organization_id = NEW.organization_id;
  RETURN NULL;
END $$;
CREATE TRIGGER party_renamed AFTER UPDATE OF name ON parties
  FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name)
  EXECUTE FUNCTION invalidate_page_anchors();
