-- A filed month or yearly statement holds what its payments withheld, less what was reversed in it, and names each of them.
SELECT period.organization_id, period.id, period.tax, paid.tax AS of_payments, named.tax AS of_figures
FROM withholding_periods AS period
CROSS JOIN LATERAL (
  SELECT coalesce(sum(event.sign * payment.withheld_base::numeric), 0) AS tax, coalesce(sum(event.sign * (payment.amount_base::numeric + CASE WHEN payment.withholding_borne THEN payment.withheld_base::numeric ELSE 0 END)), 0) AS base
  FROM payments AS payment
  CROSS JOIN LATERAL (SELECT payment.payment_date AS day, 1 AS sign UNION ALL SELECT payment.reversal_date, -1 WHERE payment.state = 'void') AS event
  WHERE payment.organization_id = period.organization_id AND payment.kind = 'expense'
    AND (payment.withholding_rate > 0 OR payment.withholding_type IS NOT NULL)
    AND (payment.state <> 'void' OR payment.reversal_date IS NOT NULL) AND event.day BETWEEN period.started_at AND period.ended_at) AS paid
CROSS JOIN LATERAL (
  SELECT coalesce(sum((row ->> 'tax')::numeric), 0) AS tax, coalesce(sum((row ->> 'base')::numeric), 0) AS base
  FROM jsonb_array_elements(period.figures) AS row) AS named
WHERE period.tax <> paid.tax OR period.base <> paid.base OR period.tax <> named.tax OR period.base <> named.base
UNION ALL
-- Tax is withheld at the rate of its payment, and the account of withheld tax holds it. Tax that we bear is of the amount with the tax.
SELECT payment.organization_id, payment.id, payment.withheld, round(gross.amount * payment.withholding_rate / 100, 4), NULL
FROM payments AS payment
CROSS JOIN LATERAL (SELECT payment.amount::numeric + CASE WHEN payment.withholding_borne THEN payment.withheld::numeric ELSE 0 END AS amount) AS gross
WHERE abs(payment.withheld::numeric - gross.amount * payment.withholding_rate / 100) > 0.5
