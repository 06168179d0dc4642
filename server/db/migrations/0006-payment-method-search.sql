-- Payment methods are listed and searched like every master.
ALTER TABLE payment_methods ADD COLUMN search_text text
  GENERATED ALWAYS AS (fold_text(name || ' ' || coalesce(name_en, ''))) STORED;
