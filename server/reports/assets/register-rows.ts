import { sql } from 'kysely'
import type { Range } from '#ledger/calendar/calendar.ts'
import type { Context } from '#server/core/context.ts'

/** An asset over a range of days: what the register held before, what came, what left, what it holds at the end. */
export type RegisterRow = {
  id: number
  number: string
  name: string
  name_en: string | null
  class_id: number
  class_name: string
  class_name_en: string | null
  cost_account_id: number
  accumulated_account_id: number | null
  cost_before: string
  cost_added: string
  cost_left: string
  accumulated_before: string
  depreciated: string
  accumulated_left: string
}

/**
 * The register over a range, by the class where each asset was, from its events and from the parts of its schedules: one that moved within
 * the range leaves a class and comes to another. A cancelled registration was never there.
 */
export async function registerRows({ db, session }: Context, { from, to }: Range): Promise<RegisterRow[]> {
  const own = session.organization_id
  const { rows } = await sql<RegisterRow>`
    SELECT asset.id, asset.number, asset.name, asset.name_en, class.id AS class_id, class.name AS class_name,
      class.name_en AS class_name_en, class.cost_account_id, class.accumulated_account_id,
      event.cost_before, event.cost_added, event.cost_left, event.accumulated_before + part.before AS accumulated_before,
      event.accumulated_added + part.within AS depreciated, event.accumulated_left
    FROM assets AS asset
    CROSS JOIN LATERAL (
      SELECT asset_class_id, cost_before, accumulated_before, accumulated_added, cost_added + greatest(cost_moved, 0) AS cost_added,
        cost_left + greatest(-cost_moved, 0) AS cost_left, accumulated_left
      FROM (SELECT asset_class_id, coalesce(sum(cost::numeric) FILTER (WHERE event_date < ${from}::date), 0) AS cost_before,
          coalesce(sum(cost::numeric) FILTER (WHERE event_date >= ${from}::date AND kind = 'acquired'), 0) AS cost_added,
          coalesce(sum(cost::numeric) FILTER (WHERE event_date >= ${from}::date AND kind = 'transferred'), 0) AS cost_moved,
          coalesce(sum(-cost::numeric) FILTER (WHERE event_date >= ${from}::date AND kind NOT IN ('acquired', 'transferred')), 0) AS cost_left,
          coalesce(sum(accumulated::numeric) FILTER (WHERE event_date < ${from}::date), 0) AS accumulated_before,
          coalesce(sum(accumulated::numeric) FILTER (WHERE event_date >= ${from}::date AND kind = 'acquired'), 0) AS accumulated_added,
          coalesce(sum(-accumulated::numeric) FILTER (WHERE event_date >= ${from}::date AND kind <> 'acquired'), 0) AS accumulated_left
        FROM asset_events WHERE organization_id = ${own} AND asset_id = asset.id AND event_date <= ${to}::date
        GROUP BY asset_class_id) AS summed) AS event
    JOIN asset_classes AS class ON class.organization_id = ${own} AND class.id = event.asset_class_id
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(posted.amount) FILTER (WHERE posted.part_date < ${from}::date), 0) AS before,
        coalesce(sum(posted.amount) FILTER (WHERE posted.part_date >= ${from}::date), 0) AS within
      FROM deferrals AS deferral
      JOIN deferral_parts AS posted ON posted.organization_id = ${own} AND posted.deferral_id = deferral.id
      WHERE deferral.organization_id = ${own} AND deferral.asset_id = asset.id AND deferral.state <> 'cancelled'
        AND deferral.asset_class_id = class.id AND posted.state = 'posted' AND posted.part_date <= ${to}::date) AS part
    WHERE asset.organization_id = ${own} AND asset.state <> 'cancelled' AND asset.entered_on <= ${to}::date
      AND (event.cost_before <> 0 OR event.cost_added <> 0 OR event.cost_left <> 0)
    ORDER BY class.name, class.id, asset.number`.execute(db)
  return rows
}
