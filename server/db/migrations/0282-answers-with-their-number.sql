-- An answer is stored together with what it tells of, before the number of a series has been heard: a word of its own stands in
-- its place until the statement that stores it puts there what the document was numbered.
ALTER TYPE given_answer ALTER ATTRIBUTE response SET DATA TYPE text;
ALTER TYPE given_answer ADD ATTRIBUTE stand_in text, ADD ATTRIBUTE numbered_document_id bigint;
