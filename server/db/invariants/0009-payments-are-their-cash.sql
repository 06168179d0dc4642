-- Allocated and refunded amounts of a payment equal its rows, and its active entries moved exactly its amount less fees and
-- refunds in cash (I09).
SELECT payment.organization_id, payment.id, payment.allocated, sum(allocation.amount) AS allocations
FROM payments AS payment
LEFT JOIN allocations AS allocation ON allocation.organization_id = payment.organization_id AND allocation.payment_id = payment.id
GROUP BY payment.organization_id, payment.id, payment.allocated
HAVING payment.allocated::numeric <> coalesce(sum(allocation.amount), 0)
UNION ALL
SELECT payment.organization_id, payment.id, payment.refunded, sum(refund.amount)
FROM payments AS payment
LEFT JOIN refunds AS refund ON refund.organization_id = payment.organization_id AND refund.payment_id = payment.id AND refund.state = 'posted'
GROUP BY payment.organization_id, payment.id, payment.refunded
HAVING payment.refunded::numeric <> coalesce(sum(refund.amount), 0)
UNION ALL
SELECT payment.organization_id, payment.id, payment.amount_base, sum(line.debit - line.credit)
FROM payments AS payment
JOIN journal_entries AS entry ON entry.organization_id = payment.organization_id AND entry.source = payment.kind || '_payment' AND entry.source_id = payment.id
JOIN journal_lines AS line ON line.organization_id = entry.organization_id AND line.entry_id = entry.id
JOIN accounts AS account ON account.organization_id = line.organization_id AND account.id = line.account_id
  -- Cheques in collection are not cash yet, but count as money.
  AND (account.cash_flow_tag = 'cash' OR EXISTS (SELECT FROM payment_methods AS method
    WHERE method.organization_id = account.organization_id AND account.id IN (method.account_id, method.outgoing_account_id)))
-- A write-off goes to an account, without cash.
WHERE NOT EXISTS (SELECT FROM refunds AS given_up WHERE given_up.organization_id = payment.organization_id AND given_up.payment_id = payment.id
  AND given_up.payment_method_id IS NULL AND given_up.entry_id IN (entry.id, entry.reverses_id))
GROUP BY payment.organization_id, payment.id, payment.kind, payment.state, payment.amount_base, payment.fee, payment.fee_tax, payment.withheld_base, payment.withholding_borne
-- A completely refunded receipt has cost its fee.
HAVING CASE payment.kind WHEN 'income' THEN 1 ELSE -1 END * sum(line.debit - line.credit) <> CASE payment.state WHEN 'posted' THEN payment.amount_base::numeric - payment.fee - payment.fee_tax - CASE WHEN payment.withholding_borne THEN 0 ELSE payment.withheld_base END
  - (SELECT coalesce(sum(refund.amount_base), 0) FROM refunds AS refund WHERE refund.organization_id = payment.organization_id
      AND refund.payment_id = payment.id AND refund.state = 'posted' AND refund.payment_method_id IS NOT NULL) ELSE 0 END
UNION ALL
-- In the currency of the books an amount is worth itself.
SELECT payment.organization_id, payment.id, payment.amount_base, payment.amount
FROM payments AS payment JOIN organizations AS own ON own.organization_id = payment.organization_id AND own.currency_id = payment.currency_id
WHERE payment.amount::numeric <> payment.amount_base::numeric
UNION ALL
-- In another currency it is worth what its rate says, to the precision of the rate.
SELECT payment.organization_id, payment.id, payment.amount_base, payment.amount
FROM payments AS payment
JOIN organizations AS own ON own.organization_id = payment.organization_id AND own.currency_id <> payment.currency_id
JOIN currencies AS base ON base.id = own.currency_id
WHERE abs(payment.amount::numeric * payment.exchange_rate::numeric - payment.amount_base::numeric)
  > 0.001 + power(10::numeric, -least(base.decimals, 2)) + payment.amount::numeric * 0.000000001
