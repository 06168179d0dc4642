-- What several processes must know of each other: counted attempts, answered challenges. A key is stored as its hash only. The table belongs to no
-- organization, because most attempts come before anybody is known.
CREATE TABLE attempts (
  key_hash bytea PRIMARY KEY,
  count integer NOT NULL CHECK (count > 0),
  since timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  is_real boolean NOT NULL
);
CREATE INDEX attempts_expires_at ON attempts (expires_at);
