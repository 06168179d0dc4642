-- Letters of Urdu and Farsi keyboards are folded to those of an Arabic one, in all that is searched.
CREATE OR REPLACE FUNCTION fold_text(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN btrim(regexp_replace(regexp_replace(translate(lower(normalize(value, NFKC)),
  '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹أإآٱؤئىةیکہھۃەۀۂےۓ', '01234567890123456789ااااوييهيكههههههيي'), '[' || U&'\064B-\065F\0670\0640' || ']', '', 'g'), '\s+', ' ', 'g'));

-- Stored columns are computed from scratch: their expressions stay, the function has changed.
DO $$
DECLARE
  folded record;
BEGIN
  FOR folded IN
    SELECT format('%I', class.relname) AS name, pg_get_expr(value.adbin, value.adrelid) AS expression
    FROM pg_attribute AS attribute
    JOIN pg_class AS class ON class.oid = attribute.attrelid AND class.relkind = 'r' AND class.relnamespace = 'public'::regnamespace
    JOIN pg_attrdef AS value ON value.adrelid = attribute.attrelid AND value.adnum = attribute.attnum
    WHERE attribute.attname = 'search_text' AND attribute.attgenerated = 's'
    ORDER BY class.relname
  LOOP
    EXECUTE format('ALTER TABLE %s ALTER COLUMN search_text SET EXPRESSION AS (%s)', folded.name, folded.expression);
  END LOOP;
END $$;

-- Those that a trigger writes. Nothing else of the row changes.
ALTER TABLE documents NO FORCE ROW LEVEL SECURITY;
ALTER TABLE documents DISABLE TRIGGER USER;
UPDATE documents SET search_text = fold_text(coalesce(number, coalesce(draft_number, '') || ' DRAFT-' || id))
WHERE search_text ~ '[یکہھۃەۀۂےۓ]';
ALTER TABLE documents ENABLE TRIGGER USER;
ALTER TABLE documents ENABLE ALWAYS TRIGGER document_check_and_derive;
ALTER TABLE documents FORCE ROW LEVEL SECURITY;
ALTER TABLE payments NO FORCE ROW LEVEL SECURITY;
ALTER TABLE payments DISABLE TRIGGER USER;
UPDATE payments SET search_text = fold_text(number) WHERE search_text ~ '[یکہھۃەۀۂےۓ]';
ALTER TABLE payments ENABLE TRIGGER USER;
ALTER TABLE payments ENABLE ALWAYS TRIGGER payment_check_and_derive;
ALTER TABLE payments FORCE ROW LEVEL SECURITY;
-- Counts of long lists are taken again.
ALTER TABLE list_snapshots NO FORCE ROW LEVEL SECURITY;
DELETE FROM list_snapshots;
ALTER TABLE list_snapshots FORCE ROW LEVEL SECURITY;
