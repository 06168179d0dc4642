-- What was issued is found by its number alone: the one its form was opened with may be another document's by now. A draft is
-- found by what somebody typed, and by what it is called. Kept finds were counted with the texts of before.
TRUNCATE list_marks, list_places, list_changes, list_finds;
ALTER TABLE documents ALTER COLUMN search_text
  SET EXPRESSION AS (fold_text(CASE WHEN number IS NULL THEN coalesce(draft_number, '') || ' DRAFT-' || id ELSE number END));
