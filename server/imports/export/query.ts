import { type RawBuilder, sql } from 'kysely'

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

/** The name of a record of this organization that may be missing. */
export const join = (organization: number, table: string, as: string, id: string) =>
  sql`LEFT JOIN ${sql.table(table)} AS ${sql.table(as)} ON ${sql.ref(`${as}.organization_id`)} = ${organization} AND ${sql.ref(`${as}.id`)} = ${sql.ref(id)}`

/** A rate is said only of a foreign amount. */
export const rateOfForeign = (organization: number) => sql`
  CASE WHEN own.currency_id <> (SELECT currency_id FROM organizations WHERE organization_id = ${organization}) THEN trim_scale(own.exchange_rate::numeric) END`
