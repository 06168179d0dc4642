-- The remaining amount of deferred rows is on the deferral account, and the recognised amount on the account of the row, by its
-- own entries; a reversed schedule leaves nothing. Of an asset nothing waits: what is posted left its account for the expense. The parts
-- sum to the amount.
WITH parts AS (
  SELECT organization_id, deferral_id, coalesce(sum(amount::numeric) FILTER (WHERE state = 'posted'), 0) AS posted,
    coalesce(sum(amount::numeric) FILTER (WHERE state IN ('planned', 'failed')), 0) AS unposted
  FROM deferral_parts GROUP BY 1, 2),
booked AS (
  SELECT entry.organization_id, entry.source_id AS deferral_id, line.account_id, sum(line.debit::numeric - line.credit) AS balance
  FROM journal_entries AS entry
  JOIN journal_lines AS line ON line.organization_id = entry.organization_id AND line.entry_id = entry.id
  WHERE entry.source = 'deferral' GROUP BY 1, 2, 3),
expected AS (
  SELECT deferral.organization_id, deferral.id, deferral.account_id, deferral.result_account_id, deferral.state, deferral.amount::numeric AS amount,
    CASE deferral.side WHEN 'sales' THEN -1 ELSE 1 END * CASE deferral.state WHEN 'cancelled' THEN 0
      ELSE CASE WHEN deferral.asset_id IS NULL THEN deferral.amount::numeric ELSE 0 END - coalesce(parts.posted, 0) END AS waiting,
    coalesce(parts.posted, 0) AS posted, coalesce(parts.unposted, 0) AS unposted
  FROM deferrals AS deferral
  LEFT JOIN parts ON parts.organization_id = deferral.organization_id AND parts.deferral_id = deferral.id)
SELECT expected.organization_id, expected.id, side.account_id, side.expected, coalesce(booked.balance, 0) AS booked
FROM expected
CROSS JOIN LATERAL (VALUES (expected.account_id, expected.waiting), (expected.result_account_id, -expected.waiting)) AS side (account_id, expected)
LEFT JOIN booked ON booked.organization_id = expected.organization_id AND booked.deferral_id = expected.id AND booked.account_id = side.account_id
WHERE side.expected <> coalesce(booked.balance, 0)
UNION ALL
SELECT booked.organization_id, booked.deferral_id, booked.account_id, 0, booked.balance
FROM booked
LEFT JOIN expected ON expected.organization_id = booked.organization_id AND expected.id = booked.deferral_id
WHERE booked.balance <> 0 AND (expected.id IS NULL OR booked.account_id NOT IN (expected.account_id, expected.result_account_id))
UNION ALL
SELECT organization_id, id, NULL, amount, posted + unposted FROM expected
WHERE state IN ('active', 'done', 'stopped') AND posted + unposted <> amount
UNION ALL
SELECT organization_id, id, NULL, 0, unposted FROM expected WHERE state <> 'active' AND unposted <> 0
