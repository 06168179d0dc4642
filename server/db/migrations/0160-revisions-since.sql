-- What was revised since a day: the ageing of a past day looks for due dates that were moved later.
CREATE INDEX document_revisions_at ON document_revisions (organization_id, revised_at) INCLUDE (document_id);
