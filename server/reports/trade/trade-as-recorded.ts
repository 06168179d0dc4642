import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { entriesDelta, lastMaterializedDay, recordedAfter, recordedBy } from '#server/journal/as-recorded.ts'
import { isTrade, tradeRows } from './trade-line-sql.ts'

export type KnownTradeQuery = {
  kinds: readonly string[]
  from: string
  to: string
  branch_id?: number[] | undefined
  known_at: string
}
type By = 'party' | 'product'

/**
 * As recorded: the trade of each party or product, as rows of `id, kind, quantity, returned, net, tax, cost,
 * line_count`: materialized sums without the documents that changed since, plus those documents as recorded.
 */
export async function knownTradeRows(context: Context, by: By, asked: KnownTradeQuery): Promise<RawBuilder<unknown>> {
  const { kinds, from, branch_id } = asked
  const organization = context.session.organization_id
  const to = lastMaterializedDay(asked.known_at, asked.to)
  const id = by === 'party' ? sql`party_id` : sql`product_id`
  const kept = await tradeRows(context, kinds, by, { from, to, branch_id }, sql`SELECT id FROM touched`)
  return sql`
    WITH touched AS MATERIALIZED (${touchedSince(organization, asked)})
    SELECT id, kind, quantity, returned, net, tax, cost, line_count FROM (${kept}) AS kept
    UNION ALL
    SELECT ${id}, kind, quantity, returned, net, tax, cost, 1 FROM (${await touchedLinesThen(context, asked)}) AS restated`
}

/**
 * The documents whose materialized sums of the days up to `lastMaterializedDay` may differ from what was recorded: what
 * they posted differs, they were reversed or corrected since, or they are worth zero, so that no entry has a moment. A
 * document listed without need is only read once more.
 */
export function touchedSince(organization: number, { kinds, to, known_at }: KnownTradeQuery): RawBuilder<unknown> {
  const own = sql`organization_id = ${organization}`
  const zero = kinds.map(
    (kind) =>
      sql`SELECT id FROM documents WHERE ${own} AND kind = ${kind} AND total_units = 0 AND entry_id IS NULL AND state <> 'draft'`,
  )
  return sql`
    SELECT source_id AS id FROM (${entriesDelta(organization, known_at, to)}) AS unlike WHERE source = ANY (${kinds}::text[])
    UNION
    SELECT source_id FROM journal_entries
    WHERE ${own} AND reverses_id IS NOT NULL AND entry_date > ${lastMaterializedDay(known_at, to)}::date AND source = ANY (${kinds}::text[]) ${recordedAfter(known_at, sql`posted_at`)}
    UNION
    SELECT document_id FROM document_revisions WHERE ${own} ${recordedAfter(known_at, sql`revised_at`)}
    UNION
    ${sql.join(zero, sql` UNION `)}`
}

const touchedDocuments = (organization: number) => sql`touched
    CROSS JOIN LATERAL (SELECT * FROM documents WHERE organization_id = ${organization} AND id = touched.id OFFSET 0) AS documents`
const inBranch = ({ branch_id }: KnownTradeQuery) =>
  branch_id ? sql`AND documents.branch_id = ANY (${branch_id}::bigint[])` : sql``

/**
 * The rows of the documents in `touched` as of then, as rows of `kind, quantity, returned, net, tax, cost, document_id,
 * document_date, line_number, party_id, product_id`. A document with unchanged figures gives its own rows, also if it
 * is void now; a corrected one gives those of its first later revision. Refuses revisions without stored amounts.
 */
export async function touchedLinesThen(context: Context, asked: KnownTradeQuery): Promise<RawBuilder<unknown>> {
  const { kinds, from, to, known_at } = asked
  const organization = context.session.organization_id
  await requireFigures(context, asked)
  return sql`
    WITH corrected AS MATERIALIZED (${correctedSince(organization, asked)})
    SELECT documents.kind, line.quantity, CASE WHEN line.is_return THEN line.quantity ELSE 0 END AS returned, line.net_base AS net,
      coalesce(line.tax_base, line.tax_share) AS tax, line.cost_base AS cost,
      documents.id AS document_id, documents.document_date, line.line_number, documents.party_id, line.product_id
    FROM ${touchedDocuments(organization)}
    CROSS JOIN LATERAL (SELECT * FROM document_lines WHERE organization_id = ${organization} AND document_id = documents.id OFFSET 0) AS line
    WHERE kind = ANY (${kinds}::text[]) AND ${wasPosted(organization, known_at)} AND documents.document_date BETWEEN ${from}::date AND ${to}::date ${inBranch(asked)}
      AND documents.id <> ALL (ARRAY (SELECT document_id FROM corrected)) AND ${isTrade(organization)}
    UNION ALL
    SELECT documents.kind, line.quantity, 0, line.net_base, coalesce(line.tax_base, line.tax_share), line.cost_base,
      documents.id, documents.document_date, line.line_number, documents.party_id, line.product_id
    FROM (SELECT document_id AS id, kind, (body ->> 'date')::date AS document_date, (body ->> 'party_id')::bigint AS party_id,
      (body ->> 'branch_id')::bigint AS branch_id, body -> 'items' AS items FROM corrected) AS documents
    CROSS JOIN LATERAL ROWS FROM (jsonb_to_recordset(documents.items)
      AS (product_id bigint, quantity numeric, net_base numeric, tax_share numeric, tax_base numeric, cost_base numeric)) WITH ORDINALITY
      AS line (product_id, quantity, net_base, tax_share, tax_base, cost_base, line_number)
    WHERE documents.document_date BETWEEN ${from}::date AND ${to}::date ${inBranch(asked)}`
}

/** The entry existed at that time and was not reversed yet. A document that posts nothing has its own record. */
const wasPosted = (organization: number, known_at: string) => sql`
  documents.state <> 'draft' AND CASE WHEN documents.entry_id IS NULL
    THEN (true ${recordedBy(known_at, sql`documents.posted_at`)}) AND (documents.state = 'posted' OR (true ${recordedAfter(known_at, sql`documents.voided_at`)}))
    ELSE EXISTS (SELECT 1 FROM journal_entries AS entry
        WHERE entry.organization_id = ${organization} AND entry.id = documents.entry_id ${recordedBy(known_at, sql`entry.posted_at`)})
      AND (documents.state = 'posted' OR NOT EXISTS (SELECT 1 FROM journal_entries AS reversal
        WHERE reversal.organization_id = ${organization} AND reversal.reverses_id = documents.entry_id ${recordedBy(known_at, sql`reversal.posted_at`)})) END`

/**
 * The documents whose figures changed later, each with its earlier content: a change of figures posts an entry, unless
 * they are zero. A void document without entries is known only by its reversal.
 */
function correctedSince(organization: number, { kinds, known_at }: KnownTradeQuery): RawBuilder<unknown> {
  const own = sql`entry.organization_id = ${organization} AND entry.source = document.kind AND entry.source_id = document.id`
  return sql`
  SELECT DISTINCT ON (kept.document_id) kept.document_id, document.kind, kept.body
  FROM document_revisions AS kept
  JOIN documents AS document ON document.organization_id = ${organization} AND document.id = kept.document_id AND document.kind = ANY (${kinds}::text[])
  WHERE kept.organization_id = ${organization} ${recordedAfter(known_at, sql`kept.revised_at`)}
    AND CASE WHEN EXISTS (SELECT 1 FROM journal_entries AS entry WHERE ${own} AND entry.reverses_id IS NULL ${recordedBy(known_at, sql`entry.posted_at`)}
        AND NOT EXISTS (SELECT 1 FROM journal_entries AS reversal WHERE reversal.organization_id = ${organization}
          AND reversal.reverses_id = entry.id ${recordedBy(known_at, sql`reversal.posted_at`)}))
      THEN EXISTS (SELECT 1 FROM journal_entries AS entry WHERE ${own} ${recordedAfter(known_at, sql`entry.posted_at`)}
        AND (entry.reverses_id IS NULL OR document.state = 'posted' OR document.entry_id IS NULL))
      -- What had come to nothing by then stood without an entry: each of its revisions may be another quantity.
      ELSE document.posted_at IS NOT NULL ${recordedBy(known_at, sql`document.posted_at`)} END
  ORDER BY kept.document_id, kept.revision`
}

/** No partial answer: the amounts of every document of the range must be known. */
async function requireFigures({ db, session }: Context, asked: KnownTradeQuery): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM (${correctedSince(session.organization_id, asked)}) AS corrected
    WHERE (body ->> 'date')::date BETWEEN ${asked.from}::date AND ${asked.to}::date AND body -> 'items' -> 0 -> 'net_base' IS NULL`.execute(
    db,
  )
  const count = rows[0]?.count ?? 0
  if (count > 0) throw new Refusal('trade_not_known', { field: 'as_known_at', params: { count } })
}
