-- How the papers of an organization look: the colour of their rules and titles, and the lines that each page ends with.
ALTER TABLE sharing_settings
  ADD COLUMN accent text CHECK (accent ~ '^#[0-9a-f]{6}$'),
  ADD COLUMN footer text;
