-- A count is corrected like a document: undone by its mirror and counted anew under its number.
ALTER TABLE stock_counts
  ADD COLUMN revision integer NOT NULL DEFAULT 1,
  -- Where it came from: a count sheet, or a quantity changed on the product's form.
  ADD COLUMN origin text NOT NULL DEFAULT 'sheet' CHECK (origin IN ('sheet', 'product_form'));
GRANT DELETE ON stock_count_lines TO mizan_app;
