-- The quantity that is stated, times price less the discounts is the net amount of a posted row. Where prices include tax, and there is no discount, the rows come to net and
-- tax together, to a halala of each rate or the unit of a currency without hundredths (earlier versions rounded the tax of the rounded net).
SELECT document.organization_id, document.id, line.line_number, line.net
FROM documents AS document
JOIN currencies AS currency ON currency.id = document.currency_id
JOIN document_lines AS line ON line.organization_id = document.organization_id AND line.document_id = document.id
WHERE document.state = 'posted' AND document.kind IN ('invoice', 'bill', 'advance_invoice') AND NOT document.prices_include_tax
  AND line.net::numeric <> round(coalesce(line.unit_quantity, line.quantity)::numeric * line.price::numeric, currency.decimals) - line.discount::numeric - line.discount_share::numeric
  -- A sale in dinars that goes to the authority has amounts of two decimals (decision 0190).
  AND NOT (document.kind <> 'bill' AND document.is_tax_invoice AND currency.decimals > 2
    AND line.net::numeric = round(coalesce(line.unit_quantity, line.quantity)::numeric * line.price::numeric, 2) - line.discount::numeric - line.discount_share::numeric)
UNION ALL
SELECT document.organization_id, document.id, NULL, document.total
FROM documents AS document
JOIN currencies AS currency ON currency.id = document.currency_id
JOIN document_lines AS line ON line.organization_id = document.organization_id AND line.document_id = document.id
WHERE document.state = 'posted' AND document.kind IN ('invoice', 'bill', 'advance_invoice') AND document.prices_include_tax
GROUP BY document.organization_id, document.id, document.total, currency.decimals
HAVING sum(line.discount) = 0 AND sum(line.discount_share) = 0
  AND abs(sum(round(coalesce(line.unit_quantity, line.quantity)::numeric * line.price::numeric, currency.decimals)) - sum(line.net) - sum(line.tax_share))
    > power(10::numeric, -least(currency.decimals, 2)) * count(DISTINCT line.tax_rate::numeric)
UNION ALL
-- The same with discounts, which are entered with tax as the prices are: to a halala of each rate and row.
SELECT entered.organization_id, entered.id, NULL, entered.total
FROM (
  SELECT document.organization_id, document.id, document.total, document.discount_amount, document.discount_percent, currency.decimals,
    sum(line.net) + sum(line.tax_share) AS posted, count(*) + count(DISTINCT line.tax_rate::numeric) AS roundings,
    sum(round(coalesce(line.unit_quantity, line.quantity)::numeric * line.price::numeric, currency.decimals) - coalesce(line.discount_amount::numeric,
      round(round(coalesce(line.unit_quantity, line.quantity)::numeric * line.price::numeric, currency.decimals) * line.discount_percent::numeric / 100, currency.decimals), 0)) AS gross
  FROM documents AS document
  JOIN currencies AS currency ON currency.id = document.currency_id
  JOIN document_lines AS line ON line.organization_id = document.organization_id AND line.document_id = document.id
  WHERE document.state = 'posted' AND document.kind IN ('invoice', 'bill', 'advance_invoice') AND document.prices_include_tax
  GROUP BY document.organization_id, document.id, document.total, document.discount_amount, document.discount_percent, currency.decimals) AS entered
WHERE abs(entered.gross - coalesce(entered.discount_amount::numeric, round(entered.gross * entered.discount_percent::numeric / 100, entered.decimals), 0) - entered.posted)
  > power(10::numeric, -least(entered.decimals, 2)) * entered.roundings
UNION ALL
-- The rows of a note by their own price, to one unit of its currency. The last pieces of a row take what rounding left
-- (ledger/note.ts): half a unit for each of ten parts, and their own.
SELECT noted.organization_id, noted.id, noted.line_number, noted.net
FROM (
  SELECT line.*, note.id, note.reference_id, note.kind,
    abs(line.net::numeric + line.discount::numeric + line.discount_share::numeric
      - round(coalesce(line.unit_quantity, line.quantity)::numeric * line.price::numeric, CASE WHEN unit.is_hundredth THEN 2 ELSE currency.decimals END))
    / CASE WHEN unit.is_hundredth THEN 0.01 ELSE power(10::numeric, -currency.decimals) END AS units,
    -- Pieces of a row in cartons have a price of six decimals, which their amount is not computed from.
    CASE WHEN line.unit_content IS NULL AND whole.unit_content IS NOT NULL THEN line.quantity::numeric * 0.0000005 ELSE 0 END
    / CASE WHEN unit.is_hundredth THEN 0.01 ELSE power(10::numeric, -currency.decimals) END AS rounded
  FROM documents AS note
  JOIN currencies AS currency ON currency.id = note.currency_id
  -- A note in dinars that goes to the authority has amounts of two decimals (decision 0190).
  CROSS JOIN LATERAL (SELECT note.kind <> 'supplier_credit' AND note.is_tax_invoice AND currency.decimals > 2 AS is_hundredth) AS unit
  JOIN document_lines AS line ON line.organization_id = note.organization_id AND line.document_id = note.id
  LEFT JOIN document_lines AS whole ON whole.organization_id = note.organization_id AND whole.document_id = note.reference_id AND whole.line_number = line.reference_line
  WHERE note.state = 'posted' AND note.kind IN ('credit_note', 'debit_note', 'supplier_credit')) AS noted
WHERE noted.units - noted.rounded > 1 AND NOT (noted.units <= 6 AND noted.is_return AND coalesce((
  SELECT sum(part.quantity::numeric) FROM documents AS earlier
  JOIN document_lines AS part ON part.organization_id = earlier.organization_id AND part.document_id = earlier.id
  WHERE earlier.organization_id = noted.organization_id AND earlier.reference_id = noted.reference_id AND earlier.kind = noted.kind
    AND earlier.state <> 'draft' AND earlier.id <= noted.id AND part.reference_line = noted.reference_line AND part.is_return) >= (
  SELECT whole.quantity::numeric FROM document_lines AS whole
  WHERE whole.organization_id = noted.organization_id AND whole.document_id = noted.reference_id AND whole.line_number = noted.reference_line), false))
