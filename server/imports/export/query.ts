import { type RawBuilder, sql } from 'kysely'
import { ownTenant } from '#server/db/tenant/verbs.ts'

/** The rows of a kind in the columns of its import, in the order of posting where they were posted. */
export type KindQuery = (organization: number) => RawBuilder<unknown>

/** A VAT number tells more than a name. */
export const partyName = (party = 'party') =>
  sql`coalesce(${sql.ref(`${party}.tax_number`)}, ${sql.ref(`${party}.name`)})`

/** The place of the first entry of a record in the journal; of one that posted nothing, the place of what was posted before it. */
export const firstEntry = (organization: number, source: RawBuilder<unknown>, id = sql`own.id`) => sql`
  coalesce(
    (SELECT min(entry.id) FROM journal_entries AS entry
      WHERE entry.organization_id = ${organization} AND entry.source = ${source} AND entry.source_id = ${id} AND entry.reverses_id IS NULL),
    ${lastEntryBefore(organization, sql`own.created_at`)})`
export const lastEntryBefore = (organization: number, moment: RawBuilder<unknown>) => sql`
  coalesce((SELECT max(entry.id) FROM journal_entries AS entry WHERE entry.organization_id = ${organization} AND entry.posted_at <= ${moment}), 0)`

/**
 * An allocation that moved balances: it was not reversed on its own day. The last two reversals are those of an allocation that was removed with its
 * reversal.
 */
export const lasting = (organization: number) => sql`
  allocation.reverses_id IS NULL AND NOT EXISTS (
    SELECT FROM allocations AS back
    LEFT JOIN allocations AS again ON again.organization_id = ${organization} AND again.reverses_id = back.id
    LEFT JOIN allocations AS gone ON gone.organization_id = ${organization} AND gone.reverses_id = again.id
    WHERE back.organization_id = ${organization} AND back.reverses_id = allocation.id
      AND least(back.allocation_date, gone.allocation_date) <= allocation.allocation_date)`

export const ownEntry = sql`reversed.id = own.entry_id`
export const paymentEntry = sql`reversed.source = own.kind || '_payment' AND reversed.source_id = own.id`

/** The reversal of an entry on a later day than its own, unless both were removed again. `entry`: which entry of `own`. */
export const reversedLater = (organization: number, entry: RawBuilder<unknown>) => sql`
  FROM journal_entries AS reversed
  JOIN journal_entries AS reversal ON reversal.organization_id = ${organization} AND reversal.reverses_id = reversed.id
  WHERE reversed.organization_id = ${organization} AND ${entry} AND reversal.entry_date > reversed.entry_date
    AND NOT EXISTS (SELECT FROM journal_entries AS again WHERE again.organization_id = ${organization} AND again.reverses_id = reversal.id)`
/** Posted today, or reversed on a later day than its own. */
export const lasted = (organization: number, entry = ownEntry) =>
  sql`(own.state = 'posted' OR EXISTS (SELECT ${reversedLater(organization, entry)}))`

/** The name of a record of this organization that may be missing. */
/** The place of a record: one that names none is of the main place, where there are places. */
export const placeName = (organization: number) => sql`coalesce(
  (SELECT place.name FROM places AS place WHERE place.organization_id = ${organization} AND place.id = own.place_id),
  (SELECT place.name FROM places AS place WHERE place.organization_id = ${organization} AND place.is_main)) AS place_id`

/** The further unit of a row's product that it states, as the import of rows reads it: Carton (12). */
export const rowUnitName = (organization: number) => sql`(
  SELECT unit.name || ' (' || trim_scale(stated.content::numeric) || ')' FROM product_units AS stated
  JOIN units AS unit ON unit.organization_id = ${organization} AND unit.id = stated.unit_id
  WHERE stated.organization_id = ${organization} AND stated.id = line.product_unit_id)`
export const rowUnit = (organization: number) => sql`${rowUnitName(organization)} AS product_unit_id`

/** Lots in one cell, as the import of rows reads them, with the last day that each has now. `row`: the row of a product, as `line`. */
export const lotsText = (row: string) => sql`(
  SELECT string_agg(stated.number || '=' || trim_scale(stated.quantity) || coalesce('@' || coalesce(lot.expires_on::text, stated.expires_on), ''), '; ' ORDER BY stated.place)
  FROM ROWS FROM (jsonb_to_recordset(${sql.ref(`${row}.lots`)}) AS (number text, expires_on text, quantity numeric)) WITH ORDINALITY AS stated (number, expires_on, quantity, place)
  LEFT JOIN lots AS lot ON lot.organization_id = ${ownTenant} AND lot.product_id = ${sql.ref(`${row}.product_id`)} AND lot.number = stated.number)`

export const join = (organization: number, table: string, as: string, id: string) =>
  sql`LEFT JOIN ${sql.table(table)} AS ${sql.table(as)} ON ${sql.ref(`${as}.organization_id`)} = ${organization} AND ${sql.ref(`${as}.id`)} = ${sql.ref(id)}`

/** A rate is said only of a foreign amount. */
export const rateOfForeign = (organization: number) => sql`
  CASE WHEN own.currency_id <> (SELECT currency_id FROM organizations WHERE organization_id = ${organization}) THEN trim_scale(own.exchange_rate::numeric) END`
