-- The materialized totals of the VAT boxes equal the tax rows, day by day.
SELECT organization_id, day, box, is_adjustment, kept.base, rows.base AS rows_base, kept.tax, rows.tax AS rows_tax
FROM (SELECT organization_id, tax_date AS day, box, is_adjustment, sum(sign * base) AS base, sum(sign * tax) AS tax, count(*) AS row_count
  FROM tax_entries GROUP BY 1, 2, 3, 4) AS rows
FULL JOIN daily_tax_totals AS kept USING (organization_id, day, box, is_adjustment)
WHERE kept.base::numeric IS DISTINCT FROM rows.base OR kept.tax::numeric IS DISTINCT FROM rows.tax OR kept.row_count IS DISTINCT FROM rows.row_count
