-- Barcodes: a product has several, and each of them names one product of its organization (decision 0251).
ALTER TABLE organizations ADD COLUMN uses_barcodes boolean NOT NULL DEFAULT false;

CREATE FUNCTION words_of(words text[]) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN array_to_string(words, ' ');

ALTER TABLE products ADD COLUMN barcodes text[] NOT NULL DEFAULT '{}'::text[];
ALTER TABLE products ALTER COLUMN search_text SET EXPRESSION AS
  (fold_text(code || ' ' || coalesce(sku, '') || ' ' || name || ' ' || coalesce(name_en, '') || ' ' || words_of(barcodes)));

-- The same barcodes by themselves, so that one is never of two products, and is found by its key.
CREATE TABLE product_barcodes (
  organization_id bigint NOT NULL DEFAULT (current_setting('app.organization_id', true))::bigint,
  barcode text NOT NULL,
  product_id bigint NOT NULL,
  PRIMARY KEY (organization_id, barcode),
  FOREIGN KEY (organization_id, product_id) REFERENCES products (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX product_barcodes_by_product ON product_barcodes (organization_id, product_id);
ALTER TABLE product_barcodes ENABLE ROW LEVEL SECURITY;
ALTER TABLE product_barcodes FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON product_barcodes
  USING (organization_id = current_setting('app.organization_id', true)::bigint)
  WITH CHECK (organization_id = current_setting('app.organization_id', true)::bigint);
GRANT SELECT, INSERT, DELETE ON product_barcodes TO mizan_app;

CREATE FUNCTION put_product_barcodes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM product_barcodes WHERE organization_id = NEW.organization_id AND product_id = NEW.id AND barcode <> ALL (NEW.barcodes);
  END IF;
  INSERT INTO product_barcodes (organization_id, barcode, product_id)
  SELECT NEW.organization_id, given.barcode, NEW.id FROM unnest(NEW.barcodes) AS given (barcode)
  WHERE NOT EXISTS (SELECT FROM product_barcodes AS own WHERE own.organization_id = NEW.organization_id AND own.product_id = NEW.id AND own.barcode = given.barcode);
  RETURN NULL;
END $$;
CREATE TRIGGER barcodes_of_new AFTER INSERT ON products FOR EACH ROW WHEN (cardinality(NEW.barcodes) > 0) EXECUTE FUNCTION put_product_barcodes();
CREATE TRIGGER barcodes_changed AFTER UPDATE OF barcodes ON products FOR EACH ROW WHEN (OLD.barcodes IS DISTINCT FROM NEW.barcodes) EXECUTE FUNCTION put_product_barcodes();
