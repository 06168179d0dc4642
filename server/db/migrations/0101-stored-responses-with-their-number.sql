-- A response is stored with the number of its document. The placeholder that a statement replaced later gained nothing measurable.
ALTER TYPE stored_response_input DROP ATTRIBUTE stand_in, DROP ATTRIBUTE numbered_document_id;
