-- A user with places here sees and moves the goods of these places only; one without any is bound to none.
CREATE TABLE user_places (
  organization_id bigint NOT NULL DEFAULT (current_setting('app.organization_id', true))::bigint REFERENCES organizations (organization_id),
  user_id bigint NOT NULL,
  place_id bigint NOT NULL,
  PRIMARY KEY (organization_id, user_id, place_id),
  FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id),
  FOREIGN KEY (organization_id, place_id) REFERENCES places (organization_id, id)
);
CREATE INDEX user_places_by_place ON user_places (organization_id, place_id);
ALTER TABLE user_places ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON user_places
  USING (organization_id = current_setting('app.organization_id', true)::bigint)
  WITH CHECK (organization_id = current_setting('app.organization_id', true)::bigint);
