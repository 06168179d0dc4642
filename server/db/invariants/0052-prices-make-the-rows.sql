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
GROUP BY document.organization_id, document.id, currency.decimals
HAVING sum(line.discount) = 0 AND sum(line.discount_share) = 0
  AND abs(sum(round(line.quantity::numeric * line.price::numeric, currency.decimals)) - sum(line.net) - sum(line.tax_share))
    > 0.01 * count(DISTINCT line.tax_rate::numeric)
