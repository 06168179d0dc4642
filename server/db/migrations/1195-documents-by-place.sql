-- Documents and goods notes name the place whose goods they move; without one it is the main place, as before. A place is the usual one of its
-- branch, or of a user.
ALTER TABLE places ADD COLUMN is_usual boolean NOT NULL DEFAULT false;
CREATE UNIQUE INDEX places_one_usual ON places (organization_id, branch_id) WHERE is_usual;

ALTER TABLE users ADD COLUMN place_id bigint,
  ADD FOREIGN KEY (organization_id, place_id) REFERENCES places (organization_id, id);
CREATE INDEX users_by_place ON users (organization_id, place_id) WHERE place_id IS NOT NULL;

ALTER TABLE documents ADD COLUMN place_id bigint,
  ADD FOREIGN KEY (organization_id, place_id) REFERENCES places (organization_id, id);
CREATE INDEX documents_by_place ON documents (organization_id, place_id) WHERE place_id IS NOT NULL;

ALTER TABLE goods_notes ADD COLUMN place_id bigint,
  ADD FOREIGN KEY (organization_id, place_id) REFERENCES places (organization_id, id);
CREATE INDEX goods_notes_by_place ON goods_notes (organization_id, place_id) WHERE place_id IS NOT NULL;
