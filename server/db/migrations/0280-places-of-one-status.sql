-- Places and finds of one status, and of what is late, beside those of the whole list (migrations 0110, 0131): each is a list of its own,
-- kept under its kind and status. Who pays a document changes its status: that is told where such a list has places, and not otherwise.

TRUNCATE list_marks, list_places, list_changes, list_finds;
-- `invoice`, `invoice/paid`, `invoice/overdue`.
ALTER TABLE list_marks RENAME COLUMN kind TO list;
ALTER TABLE list_places RENAME COLUMN kind TO list;
ALTER TABLE list_changes RENAME COLUMN kind TO list;
ALTER TABLE list_finds RENAME COLUMN kind TO list;
-- The day on which what is late was so; with another day it is another list.
ALTER TABLE list_marks ADD COLUMN late_on date;
ALTER TABLE list_changes ADD COLUMN day date NOT NULL;
ALTER TABLE list_places ADD COLUMN day date;

-- What the orders of a list compare of a row, and what says in which lists it stands.
CREATE TYPE listed_row AS (kind text, status text, is_open boolean, due_date date, day date, amount bigint, number text, search_text text, party_id bigint);

CREATE FUNCTION is_listed(list text, late_on date, row_was listed_row) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(CASE list WHEN (row_was).kind THEN (row_was).status <> 'void' WHEN (row_was).kind || '/overdue' THEN (row_was).is_open AND (row_was).due_date < late_on
    WHEN (row_was).kind || '/' || (row_was).status THEN true END, false)
$$;

-- Tells what a row was and what it is to each list that has places and in which either stood, unless it stands there as it did.
-- Nobody reads places that are a day old (server/lists/set-places.ts): they are not told for ever.
DROP FUNCTION tell_list_change(bigint, text, bigint, boolean, bigint, text, text, bigint, boolean, bigint, text, text, bigint);
CREATE FUNCTION tell_lists(organization bigint, row_id bigint, row_was listed_row, row_is listed_row) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_changes (organization_id, list, id, weight, day, amount, number, search_text, party_id, party_name)
  SELECT organization, mark.list, row_id, told.weight, told.day, told.amount, told.number, told.search_text, party.id, party.name
  FROM list_marks AS mark
  CROSS JOIN LATERAL (SELECT is_listed(mark.list, mark.late_on, row_was) AS before, is_listed(mark.list, mark.late_on, row_is) AS after) AS stood
  CROSS JOIN LATERAL (VALUES
    (-1, stood.before, (row_was).day, (row_was).amount, (row_was).number, (row_was).search_text, (row_was).party_id),
    (1, stood.after, (row_is).day, (row_is).amount, (row_is).number, (row_is).search_text, (row_is).party_id)) AS told (weight, listed, day, amount, number, search_text, party_id)
  JOIN parties AS party ON party.organization_id = organization AND party.id = told.party_id
  WHERE mark.organization_id = organization AND mark.set_at > now() - interval '2 days' AND told.listed AND (stood.before <> stood.after
    OR ((row_was).day, (row_was).amount, (row_was).number, (row_was).search_text, (row_was).party_id)
      IS DISTINCT FROM ((row_is).day, (row_is).amount, (row_is).number, (row_is).search_text, (row_is).party_id));
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
  -- A row that is gone has no status.
  IF (OLD.status, OLD.state = 'posted' AND OLD.settled < OLD.total, OLD.due_date, OLD.document_date, OLD.total_units, OLD.number, OLD.search_text, OLD.party_id) IS DISTINCT FROM
    (now_is.status, now_is.is_open, now_is.due_date, now_is.document_date, now_is.total_units, now_is.number, now_is.search_text, now_is.party_id) THEN
    PERFORM tell_lists(organization, changed,
      (OLD.kind, OLD.status, OLD.state = 'posted' AND OLD.settled < OLD.total, OLD.due_date, OLD.document_date, OLD.total_units, OLD.number, OLD.search_text, OLD.party_id)::listed_row,
      (now_is.kind, now_is.status, now_is.is_open, now_is.due_date, now_is.document_date, now_is.total_units, now_is.number, now_is.search_text, now_is.party_id)::listed_row);
  END IF;
  RETURN NULL;
END $$;

-- Of payments those that are posted are listed, and nothing is kept of the others.
CREATE OR REPLACE FUNCTION count_payment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organization bigint := coalesce(NEW.organization_id, OLD.organization_id);
  changed bigint := coalesce(NEW.id, OLD.id);
  now_is record;
BEGIN
  SELECT kind, state, payment_date, party_id, amount_units, number, search_text INTO now_is FROM payments WHERE organization_id = organization AND id = changed;
  PERFORM count_kept(organization, OLD.kind, OLD.state, OLD.payment_date, OLD.party_id, 0, now_is.kind, now_is.state, now_is.payment_date, now_is.party_id, 0);
  IF TG_OP <> 'INSERT' AND (OLD.state, OLD.payment_date, OLD.amount_units, OLD.number, OLD.search_text, OLD.party_id)
    IS DISTINCT FROM (now_is.state, now_is.payment_date, now_is.amount_units, now_is.number, now_is.search_text, now_is.party_id) THEN
    PERFORM tell_lists(organization, changed,
      (OLD.kind, CASE OLD.state WHEN 'posted' THEN 'posted' ELSE 'void' END, NULL, NULL, OLD.payment_date, OLD.amount_units, OLD.number, OLD.search_text, OLD.party_id)::listed_row,
      (now_is.kind, CASE now_is.state WHEN 'posted' THEN 'posted' ELSE 'void' END, NULL, NULL, now_is.payment_date, now_is.amount_units, now_is.number, now_is.search_text, now_is.party_id)::listed_row);
  END IF;
  RETURN NULL;
END $$;
