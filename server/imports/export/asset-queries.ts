import { sql } from 'kysely'
import { join, type KindQuery, lastEntryBefore, partyName } from './query.ts'

export const assetClassesQuery: KindQuery = (organization) => sql`
  SELECT own.name, own.name_en, cost.number AS cost_account_id, accumulated.number AS accumulated_account_id, expense.number AS expense_account_id,
    disposal.number AS disposal_account_id, own.method, own.life_months, trim_scale(own.declining_percent::numeric) AS declining_percent,
    trim_scale(own.life_units::numeric) AS life_units, trim_scale(own.residual_percent::numeric) AS residual_percent,
    own.tax_pool, own.vat_kind, own.status
  FROM asset_classes AS own
  ${join(organization, 'accounts', 'cost', 'own.cost_account_id')}
  ${join(organization, 'accounts', 'accumulated', 'own.accumulated_account_id')}
  ${join(organization, 'accounts', 'expense', 'own.expense_account_id')}
  ${join(organization, 'accounts', 'disposal', 'own.disposal_account_id')}
  WHERE own.organization_id = ${organization} ORDER BY own.id`

/** As they were registered. What was cancelled was never there. */
export const assetsQuery: KindQuery = (organization) => sql`
  SELECT own.number, own.name, own.name_en, class.name AS asset_class_id, own.serial, own.place, own.keeper, branch.name AS branch_id,
    center.number AS cost_center_id, own.acquired_on, own.entered_on, own.in_service_on, acquired.cost::numeric AS cost,
    acquired.residual::numeric AS residual, acquired.life_months,
    trim_scale(acquired.life_units::numeric) AS life_units, nullif(trim_scale(own.opening_units::numeric), 0) AS opening_units, nullif(own.opening_accumulated::numeric, 0) AS opening_accumulated,
    own.depreciated_to, own.vat, bill.number AS document_number, ${partyName()} AS supplier_id, own.line_number, own.unit_number, own.notes,
    coalesce(bill.entry_id, ${lastEntryBefore(organization, sql`own.created_at`)}) AS posting_order
  FROM assets AS own
  JOIN asset_events AS acquired ON acquired.organization_id = ${organization} AND acquired.asset_id = own.id AND acquired.kind = 'acquired'
  ${join(organization, 'asset_classes', 'class', 'acquired.asset_class_id')}
  ${join(organization, 'branches', 'branch', 'acquired.branch_id')}
  ${join(organization, 'cost_centers', 'center', 'acquired.cost_center_id')}
  ${join(organization, 'documents', 'bill', 'own.document_id')}
  ${join(organization, 'parties', 'party', 'bill.party_id')}
  WHERE own.organization_id = ${organization} AND own.state <> 'cancelled' ORDER BY posting_order, own.id`

/** What happened after the registration, and between that the months that were posted. */
export const assetEventsQuery: KindQuery = (organization) => sql`
  SELECT asset.number AS asset_number, happened.* FROM (${events(organization)} UNION ALL ${months(organization)}) AS happened
  JOIN assets AS asset ON asset.organization_id = ${organization} AND asset.id = happened.asset_id AND asset.state <> 'cancelled'
  ORDER BY happened.posting_order, happened.place`

const events: KindQuery = (organization) => sql`
  SELECT own.asset_id, own.event_date, coalesce(own.how, own.kind) AS event_kind,
    CASE WHEN own.kind = 'disposed' THEN -own.cost::numeric END AS cost, nullif(own.proceeds::numeric, 0) AS proceeds,
    invoice.number AS document_number, CASE WHEN invoice.id IS NOT NULL THEN ${partyName()} END AS customer_id, account.number AS account_id,
    CASE WHEN own.kind = 'impaired' THEN own.amount::numeric END AS amount, trim_scale(own.reading::numeric) AS reading, own.place AS seen_at,
    trim_scale(own.use_at_purchase::numeric) AS use_at_purchase, trim_scale(own.use_now::numeric) AS use_now,
    CASE WHEN own.kind = 'transferred' THEN class.name END AS asset_class_id, CASE WHEN own.kind = 'transferred' THEN branch.name END AS branch_id,
    CASE WHEN own.kind = 'transferred' THEN center.number END AS cost_center_id,
    CASE WHEN own.kind = 'revised' THEN (SELECT sum(earlier.residual) FROM asset_events AS earlier
      WHERE earlier.organization_id = ${organization} AND earlier.asset_id = own.asset_id AND earlier.id <= own.id) END AS residual,
    CASE WHEN own.kind = 'revised' THEN own.life_months END AS life_months,
    CASE WHEN own.kind = 'revised' THEN trim_scale(own.life_units::numeric) END AS life_units, own.reason,
    coalesce(own.entry_id, ${lastEntryBefore(organization, sql`own.created_at`)}) AS posting_order, own.id AS place
  FROM asset_events AS own
  ${join(organization, 'documents', 'invoice', 'own.document_id')}
  ${join(organization, 'parties', 'party', 'invoice.party_id')}
  ${join(organization, 'accounts', 'account', 'own.account_id')}
  ${join(organization, 'asset_classes', 'class', 'own.asset_class_id')}
  ${join(organization, 'branches', 'branch', 'own.branch_id')}
  ${join(organization, 'cost_centers', 'center', 'own.cost_center_id')}
  WHERE own.organization_id = ${organization} AND own.kind NOT IN ('acquired', 'cancelled')
    AND NOT (own.kind = 'transferred' AND own.cost::numeric < 0)`

/** Through the last month that was posted before each event. */
const months: KindQuery = (organization) => sql`
  SELECT posted.asset_id, max(posted.part_date), 'months', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
    coalesce(max(posted.entry_id), 0), -1
  FROM (
    SELECT deferral.asset_id, part.part_date, part.entry_id, (SELECT count(*) FROM asset_events AS event
      WHERE event.organization_id = ${organization} AND event.asset_id = deferral.asset_id AND event.created_at <= entry.posted_at) AS segment
    FROM deferrals AS deferral
    JOIN deferral_parts AS part ON part.organization_id = ${organization} AND part.deferral_id = deferral.id
      AND part.state = 'posted' AND part.kind = 'month'
    LEFT JOIN journal_entries AS entry ON entry.organization_id = ${organization} AND entry.id = part.entry_id
    WHERE deferral.organization_id = ${organization} AND deferral.asset_id IS NOT NULL AND deferral.state <> 'cancelled') AS posted
  GROUP BY posted.asset_id, posted.segment`
