import { type RawBuilder, sql } from 'kysely'
import type { Side } from '#contract/documents/sides.ts'
import { ages } from '#contract/reports/filters.ts'
import type { Context } from '#server/core/context.ts'
import { localizedName } from '#server/paging/party-columns.ts'
import { agingBuckets } from './aging-buckets.ts'
import { nothingChangedSince } from './open-items-current.ts'

type Page = { to: string; advance: number; retention: number; sign: 1 | -1; offset: number; limit: number }

/** A smaller total is read as fast without this; so many documents are read in the time of one look-up by party. */
const muchOpen = 5000
const asFast = 17
const pageMaximum = 1000

/** Whether so much is open on this day, today, that a page of parties is better read alone. */
export async function isReadByParty(context: Context, side: Side, to: string, limit: number): Promise<boolean> {
  if (to < context.today || limit > pageMaximum) return false
  const { db, session } = context
  const own = sql`organization_id = ${session.organization_id}`
  const kinds = sql`kind = ANY (${side.openKinds}::text[])`
  const { rows } = await sql<{ is_so: boolean }>`
    WITH open AS MATERIALIZED (SELECT coalesce(sum(count), 0)::bigint AS count FROM document_counts_by_due_date WHERE ${own} AND is_open AND ${kinds})
    SELECT CASE WHEN (SELECT count FROM open) < ${muchOpen} THEN false
      WHEN (SELECT count(*) FROM parties WHERE ${own} AND kind = ${side.party}) * ${asFast} > (SELECT count FROM open) THEN false
      ELSE ${nothingChangedSince(context, side, to)} END AS is_so`.execute(db)
  return rows[0]?.is_so === true
}

/** A page of parties in their order, with the open amount of each from its index, and the total of all parties. */
export function agedByParty(context: Context, side: Side, asked: Page): RawBuilder<unknown> {
  const { to, advance, retention, sign, offset, limit } = asked
  const own = sql`organization_id = ${context.session.organization_id}`
  const isOpen = sql`state = 'posted' AND settled < total`
  const open = sql.join(
    side.openKinds.map(
      (kind) => sql`SELECT due_date, total_base - settled_base AS amount FROM documents
      WHERE ${own} AND kind = ${kind} AND party_id = page.id AND ${isOpen}`,
    ),
    sql` UNION ALL `,
  )
  const named = (prefix: string, from: string) =>
    sql.join(ages.map((age) => sql`coalesce(${sql.ref(`${from}.${age}`)}, 0) AS ${sql.ref(`${prefix}${age}`)}`))
  const summed = (from: string) =>
    sql.join(
      ages.map((age) => sql`coalesce(${sql.ref(`${from}.${age}`)}, 0)`),
      sql` + `,
    )
  // The account is read first: whose lines they are must not lead a plan through the lines of all parties.
  const onAccount = (account: number) => sql`
    SELECT party_id, ${sign}::integer * sum(debit - credit) AS amount FROM (SELECT * FROM journal_lines
      WHERE ${own} AND account_id = ${account} AND entry_date <= ${to}::date OFFSET 0) AS line
    WHERE party_id IS NOT NULL GROUP BY party_id HAVING sum(debit - credit) <> 0`
  return sql`
    WITH ahead AS MATERIALIZED (${onAccount(advance)}), held AS MATERIALIZED (${onAccount(retention)}),
    every AS MATERIALIZED (
      SELECT ${agingBuckets(to, sql`open_base`, sql`due_date`)}, (SELECT coalesce(sum(amount), 0) FROM ahead) AS advances,
        (SELECT coalesce(sum(amount), 0) FROM held) AS retained
      FROM document_counts_by_due_date WHERE ${own} AND is_open AND kind = ANY (${side.openKinds}::text[])),
    page AS MATERIALIZED (
      SELECT id, name, name_en FROM parties AS party WHERE ${own} AND kind = ${side.party}
        -- As a value and not as EXISTS: that would be planned as a set of all that is open.
        AND coalesce((SELECT true FROM documents AS document WHERE ${own} AND kind = ANY (${side.openKinds}::text[]) AND party_id = party.id
          AND ${isOpen} AND total_base <> settled_base LIMIT 1), party.id IN (SELECT party_id FROM ahead) OR party.id IN (SELECT party_id FROM held))
      ORDER BY ${localizedName(context, 'party')}, id OFFSET ${offset} LIMIT ${limit}),
    theirs AS MATERIALIZED (SELECT * FROM ahead WHERE CASE WHEN party_id IN (SELECT id FROM page) THEN true END),
    kept AS MATERIALIZED (SELECT * FROM held WHERE CASE WHEN party_id IN (SELECT id FROM page) THEN true END)
    SELECT page.*, ${named('', 'aged')}, coalesce(theirs.amount, 0) AS advances, ${summed('aged')} + coalesce(theirs.amount, 0) AS total,
      coalesce(kept.amount, 0) AS retained, ${named('all_', 'every')}, every.advances AS all_advances, ${summed('every')} + every.advances AS all_total,
      every.retained AS all_retained
    FROM page CROSS JOIN every CROSS JOIN LATERAL (SELECT ${agingBuckets(to, sql`amount`, sql`due_date`)} FROM (${open}) AS item OFFSET 0) AS aged
    LEFT JOIN theirs ON theirs.party_id = page.id LEFT JOIN kept ON kept.party_id = page.id
    ORDER BY ${localizedName(context, 'page')}, page.id`
}
