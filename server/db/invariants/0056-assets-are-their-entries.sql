-- The register of assets is what its entries posted: cost and accumulated depreciation that left are credited and debited on the accounts of the
-- class where the asset was, and moved with it; cost and residual value are the sum of the events; nothing is depreciated below the residual value,
-- and what left or was cancelled holds nothing. A bill of which an asset is registered is posted, and its pieces cost no more than its row.
WITH events AS (
  SELECT organization_id, asset_id, sum(cost::numeric) AS cost, sum(residual::numeric) AS residual, sum(accumulated::numeric) AS accumulated
  FROM asset_events GROUP BY 1, 2),
moved AS (
  SELECT event.organization_id, event.asset_id, side.account_id, sum(side.amount) AS expected
  FROM asset_events AS event
  JOIN asset_classes AS class ON class.organization_id = event.organization_id AND class.id = event.asset_class_id
  JOIN assets AS asset ON asset.organization_id = event.organization_id AND asset.id = event.asset_id
  CROSS JOIN LATERAL (SELECT CASE WHEN event.kind IN ('disposed', 'restored', 'transferred') AND asset.state <> 'cancelled' THEN 1 ELSE 0 END)
    AS counted (sign)
  CROSS JOIN LATERAL (VALUES (class.cost_account_id, counted.sign * event.cost::numeric),
    (class.accumulated_account_id, -counted.sign * event.accumulated::numeric)) AS side (account_id, amount)
  WHERE side.account_id IS NOT NULL GROUP BY 1, 2, 3),
parts AS (
  SELECT deferral.organization_id, deferral.asset_id, sum(part.amount::numeric) AS posted
  FROM deferrals AS deferral
  JOIN deferral_parts AS part ON part.organization_id = deferral.organization_id AND part.deferral_id = deferral.id AND part.state = 'posted'
  WHERE deferral.asset_id IS NOT NULL AND deferral.state <> 'cancelled' GROUP BY 1, 2),
booked AS (
  SELECT entry.organization_id, entry.source_id AS asset_id, line.account_id, sum(line.debit::numeric - line.credit) AS balance
  FROM journal_entries AS entry
  JOIN journal_lines AS line ON line.organization_id = entry.organization_id AND line.entry_id = entry.id
  WHERE entry.source = 'asset' GROUP BY 1, 2, 3),
register AS (
  SELECT asset.organization_id, asset.id, asset.state, asset.cost::numeric AS cost, asset.residual::numeric AS residual,
    events.cost AS event_cost, events.residual AS event_residual, events.accumulated + coalesce(parts.posted, 0) AS accumulated
  FROM assets AS asset
  LEFT JOIN events ON events.organization_id = asset.organization_id AND events.asset_id = asset.id
  LEFT JOIN parts ON parts.organization_id = asset.organization_id AND parts.asset_id = asset.id)
SELECT moved.organization_id, moved.asset_id, 'ledger' AS what, moved.expected, coalesce(booked.balance, 0) AS found
FROM moved
LEFT JOIN booked ON booked.organization_id = moved.organization_id AND booked.asset_id = moved.asset_id AND booked.account_id = moved.account_id
WHERE moved.expected <> coalesce(booked.balance, 0)
UNION ALL
SELECT organization_id, id, 'events', coalesce(event_cost, -1) + coalesce(event_residual, 0), cost + residual FROM register
WHERE cost IS DISTINCT FROM event_cost OR residual IS DISTINCT FROM event_residual
UNION ALL
SELECT organization_id, id, 'book value', cost - residual, accumulated FROM register
WHERE state <> 'cancelled' AND (accumulated < 0 OR accumulated > cost - residual)
UNION ALL
SELECT organization_id, id, 'disposed', 0, cost + residual + accumulated FROM register
WHERE state = 'disposed' AND (cost <> 0 OR residual <> 0 OR accumulated <> 0)
UNION ALL
SELECT asset.organization_id, asset.id, 'bill', 1, 0 FROM assets AS asset
JOIN documents AS bill ON bill.organization_id = asset.organization_id AND bill.id = asset.document_id
WHERE asset.state <> 'cancelled' AND bill.state <> 'posted'
UNION ALL
SELECT deferral.organization_id, deferral.asset_id, 'schedule', 0, deferral.amount::numeric FROM deferrals AS deferral
JOIN assets AS asset ON asset.organization_id = deferral.organization_id AND asset.id = deferral.asset_id
WHERE (asset.state = 'cancelled') <> (deferral.state = 'cancelled') OR (asset.state = 'disposed' AND deferral.state = 'active')
