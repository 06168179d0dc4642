-- Reminders of what falls due: on which days before and after, in which words, who is left in peace, and which were sent.
CREATE TABLE reminder_settings (
  organization_id bigint NOT NULL REFERENCES organizations (organization_id),
  is_on boolean NOT NULL DEFAULT false,
  -- Reminders begin with this day: switching them on does not remind of the past.
  since date,
  -- Days after the due date; negative ones are before it.
  offsets integer[] NOT NULL DEFAULT '{-3,1,7,14}',
  language text NOT NULL DEFAULT 'ar' CHECK (language IN ('ar', 'en')),
  subject text,
  body text,
  -- Each switch has a run of days of its own in the outbox.
  plan integer NOT NULL DEFAULT 0,
  PRIMARY KEY (organization_id),
  CHECK (NOT is_on OR since IS NOT NULL)
);
ALTER TABLE reminder_settings ENABLE ROW LEVEL SECURITY;
ALTER TABLE reminder_settings FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON reminder_settings
  USING (organization_id = current_setting('app.organization_id', true)::bigint)
  WITH CHECK (organization_id = current_setting('app.organization_id', true)::bigint);
GRANT SELECT, INSERT, UPDATE ON reminder_settings TO mizan_app;

CREATE TABLE reminder_silences (
  organization_id bigint NOT NULL REFERENCES organizations (organization_id),
  kind text NOT NULL CHECK (kind IN ('customer', 'document')),
  record_id bigint NOT NULL,
  created_by bigint,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, kind, record_id)
);
ALTER TABLE reminder_silences ENABLE ROW LEVEL SECURITY;
ALTER TABLE reminder_silences FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON reminder_silences
  USING (organization_id = current_setting('app.organization_id', true)::bigint)
  WITH CHECK (organization_id = current_setting('app.organization_id', true)::bigint);
GRANT SELECT, INSERT, DELETE ON reminder_silences TO mizan_app;

-- One row for each reminder of a document: written with its delivery, so that a document is reminded of once by each rule.
CREATE TABLE reminders_sent (
  organization_id bigint NOT NULL REFERENCES organizations (organization_id),
  document_id bigint NOT NULL,
  due_date date NOT NULL,
  days integer NOT NULL,
  delivery_id bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, document_id, due_date, days),
  FOREIGN KEY (organization_id, document_id) REFERENCES documents (organization_id, id),
  FOREIGN KEY (organization_id, delivery_id) REFERENCES deliveries (organization_id, id)
);
ALTER TABLE reminders_sent ENABLE ROW LEVEL SECURITY;
ALTER TABLE reminders_sent FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON reminders_sent
  USING (organization_id = current_setting('app.organization_id', true)::bigint)
  WITH CHECK (organization_id = current_setting('app.organization_id', true)::bigint);
GRANT SELECT, INSERT ON reminders_sent TO mizan_app;

-- A reminder stays here when its document was paid while it waited.
ALTER TABLE deliveries ADD COLUMN is_reminder boolean NOT NULL DEFAULT false;
