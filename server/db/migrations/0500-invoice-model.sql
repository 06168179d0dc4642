-- What a lawful invoice says beside its figures: supply, order, contract, means and terms of payment, and whether it is a standard or a simplified
-- one; a note has one of the five legal reasons. None of them reaches the books.
ALTER TABLE documents
  ADD COLUMN supply_date date,
  ADD COLUMN supply_end_date date,
  ADD COLUMN po_number text,
  ADD COLUMN contract_number text,
  ADD COLUMN payment_terms text,
  ADD COLUMN payment_means text CHECK (payment_means IN ('10', '30', '42', '48', '1')),
  ADD COLUMN audience text CHECK (audience IN ('standard', 'simplified')),
  ADD COLUMN reason_code text CHECK (reason_code IN ('cancelled', 'supply_changed', 'value_amended', 'returned', 'party_changed')),
  -- How its rows were priced: with tax inside, or before tax.
  ADD COLUMN prices_include_tax boolean NOT NULL DEFAULT false,
  -- The discount of the whole document as it was given, an amount or a percentage, and what it comes to before tax.
  ADD COLUMN discount_amount money_amount,
  ADD COLUMN discount_percent tax_percent,
  ADD COLUMN discount money_amount NOT NULL DEFAULT 0,
  ADD CONSTRAINT documents_one_discount CHECK (discount_amount IS NULL OR discount_percent IS NULL),
  ADD CONSTRAINT documents_supply_period CHECK (supply_end_date IS NULL OR supply_end_date >= supply_date);

-- `net` is what is posted: after the row's own discount and after its share of the document's, both before tax.
ALTER TABLE document_lines
  ADD COLUMN discount_amount money_amount,
  ADD COLUMN discount_percent tax_percent,
  ADD COLUMN discount money_amount NOT NULL DEFAULT 0,
  ADD COLUMN discount_share money_amount NOT NULL DEFAULT 0,
  ADD CONSTRAINT document_lines_one_discount CHECK (discount_amount IS NULL OR discount_percent IS NULL);

-- Of the document's discount the part of this category, and why it bears no tax, as it was said when the document was written.
ALTER TABLE document_taxes
  ADD COLUMN discount money_amount NOT NULL DEFAULT 0,
  ADD COLUMN exemption_code text,
  ADD COLUMN exemption_reason text,
  ADD COLUMN exemption_reason_en text;

ALTER TYPE given_document
  ADD ATTRIBUTE supply_date date,
  ADD ATTRIBUTE supply_end_date date,
  ADD ATTRIBUTE po_number text,
  ADD ATTRIBUTE contract_number text,
  ADD ATTRIBUTE payment_terms text,
  ADD ATTRIBUTE payment_means text,
  ADD ATTRIBUTE audience text,
  ADD ATTRIBUTE reason_code text,
  ADD ATTRIBUTE prices_include_tax boolean,
  ADD ATTRIBUTE discount_amount numeric,
  ADD ATTRIBUTE discount_percent numeric,
  ADD ATTRIBUTE discount numeric;
ALTER TYPE given_document_line
  ADD ATTRIBUTE discount_amount numeric,
  ADD ATTRIBUTE discount_percent numeric,
  ADD ATTRIBUTE discount numeric,
  ADD ATTRIBUTE discount_share numeric;
ALTER TYPE given_document_tax
  ADD ATTRIBUTE discount numeric,
  ADD ATTRIBUTE exemption_code text,
  ADD ATTRIBUTE exemption_reason text,
  ADD ATTRIBUTE exemption_reason_en text;

-- Why a tax charges nothing: the code of the law's list; a text of one's own goes in place of the list's.
ALTER TABLE taxes
  ADD COLUMN exemption_code text,
  ADD COLUMN exemption_reason text,
  ADD COLUMN exemption_reason_en text;
ALTER TABLE taxes NO FORCE ROW LEVEL SECURITY;
-- The zero rates that came with the organisation, by the name they came with; what people made themselves they classify themselves.
UPDATE taxes SET exemption_code = CASE
  WHEN treatment = 'exports' THEN 'VATEX-SA-32'
  WHEN treatment = 'out_of_scope' THEN 'VATEX-SA-OOS'
  WHEN treatment = 'zero_rated' AND name = 'نسبة صفرية محلية' THEN 'VATEX-SA-35'
  WHEN treatment = 'exempt' AND name = 'معفاة' THEN 'VATEX-SA-30'
  WHEN treatment = 'citizens' AND name = 'توريدات للمواطنين (صحة/تعليم)' THEN 'VATEX-SA-EDU' END;
ALTER TABLE taxes FORCE ROW LEVEL SECURITY;

ALTER TABLE parties
  ADD COLUMN additional_number text,
  ADD COLUMN identifier_scheme text,
  ADD COLUMN identifier_value text,
  ADD CONSTRAINT parties_whole_identifier CHECK ((identifier_scheme IS NULL) = (identifier_value IS NULL));

-- The seller's national address, of the organisation and of each branch; a branch may have a commercial registration of its own.
ALTER TABLE organizations
  ADD COLUMN prices_include_tax boolean NOT NULL DEFAULT false,
  ADD COLUMN street text,
  ADD COLUMN building_number text,
  ADD COLUMN additional_number text,
  ADD COLUMN district text,
  ADD COLUMN city_id bigint REFERENCES cities (id),
  ADD COLUMN postal_code text;
ALTER TABLE branches
  ADD COLUMN commercial_registration text,
  ADD COLUMN street text,
  ADD COLUMN building_number text,
  ADD COLUMN additional_number text,
  ADD COLUMN district text,
  ADD COLUMN postal_code text;
