import { sql } from 'kysely'
import { join, type KindQuery } from './query.ts'

export const nodesQuery =
  (table: 'accounts' | 'cost_centers'): KindQuery =>
  (organization) =>
    sql`
    SELECT own.number, own.name, own.name_en, own.type, parent.number AS parent_id, own.description, own.status
    FROM ${sql.table(table)} AS own
    LEFT JOIN ${sql.table(table)} AS parent ON parent.organization_id = ${organization} AND parent.id = own.parent_id
    WHERE own.organization_id = ${organization} AND own.type <> 'category' ORDER BY length(own.number), own.number`

export const partiesQuery =
  (kind: string): KindQuery =>
  (organization) =>
    sql`
    SELECT own.*, country.code AS country_id, city.name AS city_id FROM (
      SELECT id, name, name_en, email, mobile, phone, type, status, tax_number, commercial_registration, country_id AS country, city_id AS city, city_name,
        building_number, street, district, postal_code, additional_number, address, payment_terms_days,
        trim_scale(credit_limit::numeric) AS credit_limit, credit_lifted_until, credit_lift_reason
      FROM parties WHERE organization_id = ${organization} AND kind = ${kind}) AS own
    LEFT JOIN countries AS country ON country.id = own.country LEFT JOIN cities AS city ON city.id = own.city ORDER BY own.id`

export const productsQuery: KindQuery = (organization) => sql`
  SELECT own.code, own.name, own.name_en, own.sku, words_of(own.barcodes) AS barcodes, own.description, type.key AS product_type_id, category.name AS product_category_id, unit.code AS unit_id,
    own.sale_price, own.purchase_price, own.apply_tax, trim_scale(own.reorder_point::numeric) AS reorder_point, trim_scale(own.reorder_quantity::numeric) AS reorder_quantity, trim_scale(own.weight::numeric) AS weight,
    nullif(own.tracking, 'none') AS tracking, CASE WHEN own.tracks_expiry THEN true END AS tracks_expiry, own.unlimited_quantity, income.number AS income_account_id, expense.number AS expense_account_id, own.status
  FROM products AS own
  JOIN product_types AS type ON type.id = own.product_type_id
  ${join(organization, 'product_categories', 'category', 'own.product_category_id')}
  ${join(organization, 'units', 'unit', 'own.unit_id')}
  ${join(organization, 'accounts', 'income', 'own.income_account_id')}
  ${join(organization, 'accounts', 'expense', 'own.expense_account_id')}
  WHERE own.organization_id = ${organization} ORDER BY own.id`

export const productUnitsQuery: KindQuery = (organization) => sql`
  SELECT product.code AS product_id, unit.code AS unit_id, trim_scale(own.content::numeric) AS content, trim_scale(own.sale_price::numeric) AS sale_price,
    trim_scale(own.purchase_price::numeric) AS purchase_price, words_of(own.barcodes) AS barcodes, own.usual_for_sales, own.usual_for_purchases, own.status
  FROM product_units AS own
  ${join(organization, 'products', 'product', 'own.product_id')}
  ${join(organization, 'units', 'unit', 'own.unit_id')}
  WHERE own.organization_id = ${organization} ORDER BY own.id`

export const yearsQuery: KindQuery = (organization) => sql`
  SELECT name, type, started_at, ended_at, description FROM financial_years
  WHERE organization_id = ${organization} AND status <> 'draft' ORDER BY started_at`

export const ratesQuery: KindQuery = (organization) => sql`
  SELECT currency.code AS currency_id, trim_scale(own.rate::numeric) AS rate, own.valid_on FROM (
    SELECT currency_id, rate, NULL::date AS valid_on FROM organization_currencies WHERE organization_id = ${organization}
    UNION ALL SELECT currency_id, rate, valid_on FROM exchange_rates WHERE organization_id = ${organization}) AS own
  JOIN currencies AS currency ON currency.id = own.currency_id ORDER BY currency.code, own.valid_on NULLS FIRST`

export const branchesQuery: KindQuery = (organization) => sql`
  SELECT own.name, own.name_en, own.email, own.mobile, own.phone, city.name AS city_id, own.building_number, own.street, own.district, own.postal_code,
    own.additional_number, own.address, own.commercial_registration, own.registration_scheme, own.short_address, own.status
  FROM branches AS own LEFT JOIN cities AS city ON city.id = own.city_id WHERE own.organization_id = ${organization} ORDER BY own.id`

export const taxesQuery: KindQuery = (organization) => sql`
  SELECT name, name_en, trim_scale(rate::numeric) AS rate, treatment, exemption_code, exemption_reason, exemption_reason_en, status
  FROM taxes WHERE organization_id = ${organization} ORDER BY id`

export const unitsQuery: KindQuery = (organization) => sql`
  SELECT code, name, name_en, status FROM units WHERE organization_id = ${organization} ORDER BY id`

export const categoriesQuery: KindQuery = (organization) => sql`
  SELECT own.name, own.name_en, income.number AS income_account_id, expense.number AS expense_account_id, own.status
  FROM product_categories AS own
  ${join(organization, 'accounts', 'income', 'own.income_account_id')}
  ${join(organization, 'accounts', 'expense', 'own.expense_account_id')}
  WHERE own.organization_id = ${organization} ORDER BY own.id`

export const methodsQuery: KindQuery = (organization) => sql`
  SELECT own.name, own.name_en, account.number AS account_id, outgoing.number AS outgoing_account_id, own.status
  FROM payment_methods AS own
  ${join(organization, 'accounts', 'account', 'own.account_id')}
  ${join(organization, 'accounts', 'outgoing', 'own.outgoing_account_id')}
  WHERE own.organization_id = ${organization} ORDER BY own.id`

export const forecastRowsQuery: KindQuery = (organization) => sql`
  SELECT own.name, own.direction, own.kind, own.amount::numeric AS amount, own.first_on, own.repeats, own.until_on, own.status
  FROM forecast_rows AS own WHERE own.organization_id = ${organization} ORDER BY own.id`

export const zakatLinesQuery: KindQuery = (organization) => sql`
  SELECT own.number AS account_id, own.zakat_line AS line FROM accounts AS own
  WHERE own.organization_id = ${organization} AND own.zakat_line IS NOT NULL ORDER BY own.number`

export const zakatYearsQuery: KindQuery = (organization) => sql`
  SELECT own.ended_on, own.basis, trim_scale(own.saudi_share::numeric) AS saudi_share, own.has_minimum, own.assessed::numeric AS assessed,
    own.law_version
  FROM zakat_years AS own WHERE own.organization_id = ${organization} ORDER BY own.ended_on`

export const zakatAdjustmentsQuery: KindQuery = (organization) => sql`
  SELECT own.ended_on, own.line, own.effect, own.amount::numeric AS amount, own.reason
  FROM zakat_adjustments AS own WHERE own.organization_id = ${organization} ORDER BY own.id`
