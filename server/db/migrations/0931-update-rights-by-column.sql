-- The application may change only what changes in these tables: what was sent, to whom and when it is due stays as it was stored.
REVOKE UPDATE, DELETE ON outbox_messages, deliveries, recurring_occurrences, report_schedules FROM mizan_app;
GRANT UPDATE (state, attempts, last_error, sent_at, payload) ON outbox_messages TO mizan_app;
GRANT UPDATE (ended_at, opened, first_opened_at, last_opened_at) ON deliveries TO mizan_app;
GRANT UPDATE (day, state, record_id, error) ON recurring_occurrences TO mizan_app;
GRANT UPDATE (next_number, ended_at) ON report_schedules TO mizan_app;
