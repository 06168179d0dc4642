-- Subtotal, tax and base amounts equal the sums of lines and tax categories (I10).
SELECT document.organization_id, document.id, document.total, line.net, tax.tax
FROM documents AS document
JOIN LATERAL (SELECT sum(net) AS net, sum(tax_share) AS tax_share, sum(net_base) AS net_base, sum(cost_base) AS cost_base,
    sum(coalesce(tax_base, tax_share)) AS tax_base FROM document_lines
  WHERE organization_id = document.organization_id AND document_id = document.id) AS line ON true
JOIN LATERAL (SELECT coalesce(sum(tax), 0) AS tax FROM document_taxes
  WHERE organization_id = document.organization_id AND document_id = document.id) AS tax ON true
WHERE document.subtotal::numeric <> line.net OR document.tax::numeric <> tax.tax OR line.tax_share <> tax.tax OR document.net_base::numeric <> line.net_base
  OR document.cost_base::numeric <> line.cost_base
  OR (document.state = 'posted' AND document.tax_base::numeric <> line.tax_base)
UNION ALL
-- A row's tax is one of its document's.
SELECT line.organization_id, line.document_id, line.line_number, line.tax_id, NULL
FROM document_lines AS line
WHERE NOT EXISTS (SELECT FROM document_taxes AS tax
  WHERE tax.organization_id = line.organization_id AND tax.document_id = line.document_id AND tax.tax_id = line.tax_id)
