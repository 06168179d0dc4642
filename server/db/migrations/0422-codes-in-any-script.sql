-- A supplier's number and the codes of goods and units stand as they were typed, in any script. Twice is twice whatever digits it is
-- written in.
CREATE FUNCTION fold_digits(given text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN translate(given, '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', '01234567890123456789');
DROP INDEX documents_supplier_number;
CREATE UNIQUE INDEX documents_supplier_number ON documents (organization_id, kind, party_id, fold_digits(number))
  WHERE kind IN ('bill', 'supplier_credit') AND state <> 'void';
ALTER TABLE products DROP CONSTRAINT products_organization_id_code_key;
CREATE UNIQUE INDEX products_organization_id_code_key ON products (organization_id, fold_digits(code));
ALTER TABLE units DROP CONSTRAINT units_organization_id_code_key;
CREATE UNIQUE INDEX units_organization_id_code_key ON units (organization_id, fold_digits(code));
