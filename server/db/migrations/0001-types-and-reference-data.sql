-- The vocabulary of the schema: domains, text folding, the append-only guard, and the reference tables that every organization
-- shares.

-- Domains have an upper bound, because a bare `>= 0` lets NaN through. Signed ones have only the upper bound: the precision bounds
-- them below.
CREATE DOMAIN money_amount AS numeric(19,4) CHECK (VALUE >= 0 AND VALUE < 1e14);
CREATE DOMAIN signed_amount AS numeric(19,4) CHECK (VALUE < 1e14);
CREATE DOMAIN balance_amount AS numeric(21,4) CHECK (VALUE < 1e16);
CREATE DOMAIN unit_price AS numeric(19,6) CHECK (VALUE >= 0 AND VALUE < 1e13);
CREATE DOMAIN item_quantity AS numeric(18,6) CHECK (VALUE >= 0 AND VALUE < 1e12);
CREATE DOMAIN traded_quantity AS numeric(18,6) CHECK (VALUE > 0 AND VALUE < 1e12);
CREATE DOMAIN signed_quantity AS numeric(18,6) CHECK (VALUE < 1e12);
CREATE DOMAIN tax_percent AS numeric(7,4) CHECK (VALUE BETWEEN 0 AND 100);
CREATE DOMAIN exchange_rate AS numeric(20,10) CHECK (VALUE > 0 AND VALUE < 1e9);

-- Conditions of one column are domains: they are read once per connection, a CHECK by every statement (decision 0010).
CREATE DOMAIN balance_kind AS smallint CHECK (VALUE IN (0, 1, 2));
CREATE DOMAIN first_of_month AS date CHECK (EXTRACT(day FROM VALUE) = 1);
CREATE DOMAIN plus_or_minus_one AS smallint CHECK (VALUE IN (-1, 1));
CREATE DOMAIN request_key AS text CHECK (length(VALUE) BETWEEN 1 AND 255);
CREATE DOMAIN series_number AS bigint CHECK (VALUE > 0);
CREATE DOMAIN stock_move_kind AS text CHECK (VALUE IN ('opening', 'issue', 'receipt', 'count', 'goods_note', 'reversal'));
CREATE DOMAIN true_only AS boolean CHECK (VALUE);

-- Digits of any script become Latin ones. Codes and supplier numbers stay as typed, but are unique by this form.
CREATE FUNCTION fold_digits(given text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN translate(given, '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', '01234567890123456789');

-- Letters of Urdu and Farsi keyboards are folded to those of an Arabic one, in all that is searched.
CREATE FUNCTION fold_text(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN btrim(regexp_replace(regexp_replace(translate(lower(normalize(value, NFKC)),
  '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹أإآٱؤئىةیکہھۃەۀۂےۓ', '01234567890123456789ااااوييهيكههههههيي'), '[' || U&'\064B-\065F\0670\0640' || ']', '', 'g'), '\s+', ' ', 'g'));

-- Attached to every append-only table. Rights refuse the application first; this also refuses the owner.
CREATE FUNCTION books_are_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% on % is forbidden: the books are append-only', TG_OP, regexp_replace(TG_TABLE_NAME, '_\d+$', '') USING ERRCODE = '42501';
END $$;

-- Reference tables are few, small and the same for every tenant. The application may only read them.
CREATE TABLE currencies (
  id bigint NOT NULL,
  code text NOT NULL UNIQUE,
  name text NOT NULL,
  name_en text NOT NULL,
  symbol text NOT NULL,
  decimals smallint NOT NULL CHECK (decimals BETWEEN 0 AND 3),
  PRIMARY KEY (id)
);
REVOKE INSERT, UPDATE, DELETE ON currencies FROM mizan_app;

INSERT INTO currencies (id, code, name, name_en, symbol, decimals) VALUES
  (1, 'SAR', 'ريال سعودي', 'Saudi riyal', '⃁', 2),
  (2, 'USD', 'دولار أمريكي', 'US dollar', '$', 2),
  (3, 'EUR', 'يورو', 'Euro', '€', 2),
  (4, 'GBP', 'جنيه إسترليني', 'Pound sterling', '£', 2),
  (5, 'AED', 'درهم إماراتي', 'UAE dirham', 'AED', 2),
  (6, 'QAR', 'ريال قطري', 'Qatari riyal', 'QAR', 2),
  (7, 'EGP', 'جنيه مصري', 'Egyptian pound', 'EGP', 2),
  (8, 'INR', 'روبية هندية', 'Indian rupee', '₹', 2),
  (9, 'KWD', 'دينار كويتي', 'Kuwaiti dinar', 'KWD', 3),
  (10, 'BHD', 'دينار بحريني', 'Bahraini dinar', 'BHD', 3),
  (11, 'OMR', 'ريال عماني', 'Omani rial', 'OMR', 3),
  (12, 'JOD', 'دينار أردني', 'Jordanian dinar', 'JOD', 3),
  (13, 'JPY', 'ين ياباني', 'Japanese yen', '¥', 0);

CREATE TABLE countries (
  id bigint NOT NULL,
  code text NOT NULL UNIQUE,
  name text NOT NULL,
  name_en text NOT NULL,
  PRIMARY KEY (id)
);
REVOKE INSERT, UPDATE, DELETE ON countries FROM mizan_app;

INSERT INTO countries (id, code, name, name_en) VALUES
  (1, 'SA', 'المملكة العربية السعودية', 'Saudi Arabia'),
  (2, 'US', 'الولايات المتحدة', 'United States'),
  (3, 'EG', 'مصر', 'Egypt'),
  (4, 'AE', 'الإمارات العربية المتحدة', 'United Arab Emirates'),
  (5, 'KW', 'الكويت', 'Kuwait'),
  (6, 'BH', 'البحرين', 'Bahrain'),
  (7, 'OM', 'عُمان', 'Oman'),
  (8, 'QA', 'قطر', 'Qatar'),
  (9, 'JO', 'الأردن', 'Jordan'),
  (10, 'LB', 'لبنان', 'Lebanon'),
  (11, 'SY', 'سوريا', 'Syria'),
  (12, 'IQ', 'العراق', 'Iraq'),
  (13, 'YE', 'اليمن', 'Yemen'),
  (14, 'PS', 'فلسطين', 'Palestine'),
  (15, 'SD', 'السودان', 'Sudan'),
  (16, 'MA', 'المغرب', 'Morocco'),
  (17, 'TN', 'تونس', 'Tunisia'),
  (18, 'DZ', 'الجزائر', 'Algeria'),
  (19, 'LY', 'ليبيا', 'Libya'),
  (20, 'TR', 'تركيا', 'Türkiye'),
  (21, 'IN', 'الهند', 'India'),
  (22, 'PK', 'باكستان', 'Pakistan'),
  (23, 'BD', 'بنغلاديش', 'Bangladesh'),
  (24, 'PH', 'الفلبين', 'Philippines'),
  (25, 'CN', 'الصين', 'China'),
  (26, 'JP', 'اليابان', 'Japan'),
  (27, 'KR', 'كوريا الجنوبية', 'South Korea'),
  (28, 'ID', 'إندونيسيا', 'Indonesia'),
  (29, 'MY', 'ماليزيا', 'Malaysia'),
  (30, 'SG', 'سنغافورة', 'Singapore'),
  (31, 'GB', 'المملكة المتحدة', 'United Kingdom'),
  (32, 'DE', 'ألمانيا', 'Germany'),
  (33, 'FR', 'فرنسا', 'France'),
  (34, 'IT', 'إيطاليا', 'Italy'),
  (35, 'ES', 'إسبانيا', 'Spain'),
  (36, 'NL', 'هولندا', 'Netherlands'),
  (37, 'CH', 'سويسرا', 'Switzerland'),
  (38, 'CA', 'كندا', 'Canada'),
  (39, 'AU', 'أستراليا', 'Australia'),
  (40, 'BR', 'البرازيل', 'Brazil');

CREATE TABLE cities (
  id bigint NOT NULL,
  country_id bigint NOT NULL REFERENCES countries,
  name text NOT NULL,
  name_en text NOT NULL,
  PRIMARY KEY (id)
);
REVOKE INSERT, UPDATE, DELETE ON cities FROM mizan_app;

INSERT INTO cities (id, country_id, name, name_en) VALUES
  (1, 1, 'الرياض', 'Riyadh'),
  (2, 1, 'جدة', 'Jeddah'),
  (3, 1, 'مكة المكرمة', 'Makkah'),
  (4, 1, 'المدينة المنورة', 'Madinah'),
  (5, 1, 'الدمام', 'Dammam'),
  (6, 1, 'الخبر', 'Khobar'),
  (7, 1, 'الظهران', 'Dhahran'),
  (8, 1, 'الطائف', 'Taif'),
  (9, 1, 'تبوك', 'Tabuk'),
  (10, 1, 'بريدة', 'Buraidah'),
  (11, 1, 'عنيزة', 'Unaizah'),
  (12, 1, 'حائل', 'Hail'),
  (13, 1, 'أبها', 'Abha'),
  (14, 1, 'خميس مشيط', 'Khamis Mushait'),
  (15, 1, 'نجران', 'Najran'),
  (16, 1, 'جازان', 'Jazan'),
  (17, 1, 'الجبيل', 'Jubail'),
  (18, 1, 'ينبع', 'Yanbu'),
  (19, 1, 'الأحساء', 'Al Ahsa'),
  (20, 1, 'القطيف', 'Qatif'),
  (21, 1, 'الخرج', 'Al Kharj'),
  (22, 1, 'الباحة', 'Al Bahah'),
  (23, 1, 'سكاكا', 'Sakaka'),
  (24, 1, 'عرعر', 'Arar'),
  (25, 4, 'دبي', 'Dubai'),
  (26, 4, 'أبوظبي', 'Abu Dhabi'),
  (27, 3, 'القاهرة', 'Cairo'),
  (28, 5, 'مدينة الكويت', 'Kuwait City'),
  (29, 6, 'المنامة', 'Manama'),
  (30, 8, 'الدوحة', 'Doha'),
  (31, 7, 'مسقط', 'Muscat'),
  (32, 9, 'عمّان', 'Amman');

CREATE TABLE product_types (
  id bigint NOT NULL,
  key text NOT NULL UNIQUE CHECK (key IN ('product', 'service')),
  name text NOT NULL,
  name_en text NOT NULL,
  description text NOT NULL,
  description_en text NOT NULL,
  PRIMARY KEY (id)
);
REVOKE INSERT, UPDATE, DELETE ON product_types FROM mizan_app;

INSERT INTO product_types (id, key, name, name_en, description, description_en) VALUES
  (1, 'product', 'سلعة', 'Goods', 'صنف ملموس له كمية في المخزون', 'A physical item that is kept in stock'),
  (2, 'service', 'خدمة', 'Service', 'عمل أو خدمة بلا مخزون', 'Work or a service, never in stock');

CREATE FUNCTION words_of(words text[]) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN array_to_string(words, ' ');
