-- A party's city is what was entered, without a default. Abroad, or in a town that the list lacks, it is a free text.
ALTER TABLE parties ALTER COLUMN city_id DROP NOT NULL, ALTER COLUMN city_id DROP DEFAULT;
ALTER TABLE parties ADD COLUMN city_name text, ADD COLUMN city_unverified boolean NOT NULL DEFAULT false;
CREATE INDEX parties_city_unverified ON parties (organization_id, kind) WHERE city_unverified;

-- The former default cannot be told from a choice: at home it stays, to be looked at. Riyadh in another country was the default.
ALTER TABLE parties NO FORCE ROW LEVEL SECURITY;
UPDATE parties SET city_unverified = true,
  city_id = CASE WHEN country_id = (SELECT country_id FROM cities WHERE cities.id = 1) THEN city_id END
WHERE city_id = 1;
ALTER TABLE parties FORCE ROW LEVEL SECURITY;
