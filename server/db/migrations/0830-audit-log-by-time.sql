-- The log of what people did is read by time.
CREATE INDEX audit_log_by_time ON audit_log (organization_id, at DESC, id DESC);
