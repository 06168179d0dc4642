-- Statements of customers by mail on a day of each month, once for each customer and month.
ALTER TABLE reminder_settings
  ADD COLUMN statement_day integer CHECK (statement_day BETWEEN 1 AND 28),
  ADD COLUMN statements_since date,
  ADD CONSTRAINT reminder_settings_statements CHECK ((statement_day IS NULL) = (statements_since IS NULL));
CREATE TABLE statements_sent (
  organization_id bigint NOT NULL,
  customer_id bigint NOT NULL,
  -- The month that the statement is of, by its first day.
  month date NOT NULL,
  delivery_id bigint NOT NULL,
  sent_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, customer_id, month),
  FOREIGN KEY (organization_id, customer_id) REFERENCES parties (organization_id, id),
  FOREIGN KEY (organization_id, delivery_id) REFERENCES deliveries (organization_id, id)
);
CREATE INDEX statements_sent_by_delivery ON statements_sent (organization_id, delivery_id);
ALTER TABLE statements_sent ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON statements_sent
  USING (organization_id = current_setting('app.organization_id', true)::bigint)
  WITH CHECK (organization_id = current_setting('app.organization_id', true)::bigint);
GRANT SELECT, INSERT ON statements_sent TO mizan_app;
