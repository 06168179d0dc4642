-- Quantity times price less the discounts is the net amount of a posted row. Where prices include tax, and there is no discount, the rows come to net and
-- tax together, to a halala of each rate (earlier versions rounded the tax of the rounded net).
SELECT document.organization_id, document.id, line.line_number, line.net
FROM documents AS document
JOIN currencies AS currency ON currency.id = document.currency_id
JOIN document_lines AS line ON line.organization_id = document.organization_id AND line.document_id = document.id
WHERE document.state = 'posted' AND document.kind IN ('invoice', 'bill', 'advance_invoice') AND NOT document.prices_include_tax
  AND line.net::numeric <> round(line.quantity::numeric * line.price::numeric, currency.decimals) - line.discount::numeric - line.discount_share::numeric
  -- A sale in dinars that goes to the authority has amounts of two decimals (decision 0190).
  AND NOT (document.kind <> 'bill' AND document.is_tax_invoice AND currency.decimals > 2
    AND line.net::numeric = round(line.quantity::numeric * line.price::numeric, 2) - line.discount::numeric - line.discount_share::numeric)
UNION ALL
SELECT document.organization_id, document.id, NULL, document.total
FROM documents AS document
JOIN currencies AS currency ON currency.id = document.currency_id
JOIN document_lines AS line ON line.organization_id = document.organization_id AND line.document_id = document.id
WHERE document.state = 'posted' AND document.kind IN ('invoice', 'bill', 'advance_invoice') AND document.prices_include_tax
GROUP BY document.organization_id, document.id, document.total, currency.decimals
HAVING sum(line.discount) = 0 AND sum(line.discount_share) = 0
  AND abs(sum(round(line.quantity::numeric * line.price::numeric, currency.decimals)) - sum(line.net) - sum(line.tax_share))
    > 0.01 * count(DISTINCT line.tax_rate::numeric)
UNION ALL
-- The same with discounts, which are entered with tax as the prices are: to a halala of each rate and row.
SELECT entered.organization_id, entered.id, NULL, entered.total
FROM (
  SELECT document.organization_id, document.id, document.total, document.discount_amount, document.discount_percent, currency.decimals,
    sum(line.net) + sum(line.tax_share) AS posted, count(*) + count(DISTINCT line.tax_rate::numeric) AS roundings,
    sum(round(line.quantity::numeric * line.price::numeric, currency.decimals) - coalesce(line.discount_amount::numeric,
      round(round(line.quantity::numeric * line.price::numeric, currency.decimals) * line.discount_percent::numeric / 100, currency.decimals), 0)) AS gross
  FROM documents AS document
  JOIN currencies AS currency ON currency.id = document.currency_id
  JOIN document_lines AS line ON line.organization_id = document.organization_id AND line.document_id = document.id
  WHERE document.state = 'posted' AND document.kind IN ('invoice', 'bill', 'advance_invoice') AND document.prices_include_tax
  GROUP BY document.organization_id, document.id, document.total, document.discount_amount, document.discount_percent, currency.decimals) AS entered
WHERE abs(entered.gross - coalesce(entered.discount_amount::numeric, round(entered.gross * entered.discount_percent::numeric / 100, entered.decimals), 0) - entered.posted)
  > 0.01 * entered.roundings
UNION ALL
-- The rows of a note by their own price.
SELECT note.organization_id, note.id, line.line_number, line.net
FROM documents AS note
JOIN currencies AS currency ON currency.id = note.currency_id
JOIN document_lines AS line ON line.organization_id = note.organization_id AND line.document_id = note.id
WHERE note.state = 'posted' AND note.kind IN ('credit_note', 'debit_note', 'supplier_credit')
  AND abs(line.net::numeric - (line.quantity::numeric * line.price::numeric - line.discount::numeric - line.discount_share::numeric)) > 0.01
