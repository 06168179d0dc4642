-- A clearance counts only with the authority's own document. Its answer may lack it: the state `cleared_without_xml` keeps the document in the house until it came.
ALTER TABLE e_documents DROP CONSTRAINT e_documents_state_check;
ALTER TABLE e_documents ADD CONSTRAINT e_documents_state_check
  CHECK (state IN ('waiting', 'unknown', 'not_sent', 'cleared_without_xml', 'accepted', 'accepted_with_warnings', 'rejected'));
DROP INDEX e_documents_open;
CREATE INDEX e_documents_open ON e_documents (organization_id, issued_at) WHERE state IN ('waiting', 'unknown', 'not_sent', 'cleared_without_xml', 'rejected');

-- Standard documents that were taken as cleared by such an answer. Those reported while clearance was off have no cleared document, rightly.
ALTER TABLE e_documents NO FORCE ROW LEVEL SECURITY;
ALTER TABLE e_documents DISABLE TRIGGER e_document_forbid_change;
UPDATE e_documents SET state = 'cleared_without_xml'
WHERE audience = 'standard' AND state IN ('accepted', 'accepted_with_warnings') AND cleared_xml IS NULL
  AND coalesce(answer ->> 'body', '') !~ '"reportingStatus"\s*:\s*"REPORTED';
ALTER TABLE e_documents ENABLE TRIGGER e_document_forbid_change;
ALTER TABLE e_documents FORCE ROW LEVEL SECURITY;
