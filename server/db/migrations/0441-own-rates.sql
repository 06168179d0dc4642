-- A draft that was given its own exchange rate keeps it until it is posted; one without takes the rate of its day.
ALTER TABLE documents ADD COLUMN has_own_rate boolean NOT NULL DEFAULT false;
ALTER TABLE manual_entries ADD COLUMN has_own_rate boolean NOT NULL DEFAULT false;
ALTER TYPE given_document ADD ATTRIBUTE has_own_rate boolean;
