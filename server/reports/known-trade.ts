import { type RawBuilder, sql } from 'kysely'
import { type KnownAt, knownAfter, knownBy } from '#server/journal/known-at.ts'
import type { Context } from '#server/kit/context.ts'
import { Refusal } from '#server/kit/refusal.ts'

export type KnownTradeAsked = {
  kinds: readonly string[]
  by: 'party' | 'product'
  from: string
  to: string
  branch_id: number[] | undefined
  known_at: KnownAt
}

/**
 * What documents said at a time of each party or product, as rows of `id, kind, quantity, returned, net, tax, cost,
 * line_count` and the document and row that say it. A document whose figures did not change since says it itself, void since then or not; one that was corrected says it by
 * the first revision since then, which keeps what its rows had come to. Refuses where a revision is older than that.
 */
export async function knownTradeRows(context: Context, asked: KnownTradeAsked): Promise<RawBuilder<unknown>> {
  const { from, to, branch_id, by } = asked
  const organization = context.session.organization_id
  await requireFigures(context, asked)
  const inBranch = branch_id ? sql`AND document.branch_id = ANY (${branch_id}::bigint[])` : sql``
  const id = by === 'party' ? sql`document.party_id` : sql`line.product_id`
  return sql`
    WITH corrected AS MATERIALIZED (${correctedSince(organization, asked)}),
    standing AS (
      SELECT document.id, document.kind, document.party_id, document.document_date FROM documents AS document
      WHERE document.organization_id = ${organization} AND document.kind = ANY (${asked.kinds}::text[]) AND ${wasPosted(organization, asked.known_at)}
        AND document.document_date BETWEEN ${from}::date AND ${to}::date ${inBranch}
        AND document.id <> ALL (ARRAY (SELECT document_id FROM corrected))
        AND NOT (document.kind = 'credit_note' AND EXISTS (SELECT 1 FROM documents AS advance
          WHERE advance.organization_id = ${organization} AND advance.id = document.reference_id AND advance.kind = 'advance_invoice'))),
    before AS (
      SELECT document_id AS id, kind, (body ->> 'date')::date AS document_date, (body ->> 'party_id')::bigint AS party_id, (body ->> 'branch_id')::bigint AS branch_id, body -> 'items' AS items FROM corrected
      WHERE (body ->> 'date')::date BETWEEN ${from}::date AND ${to}::date)
    SELECT ${id} AS id, document.kind, line.quantity, CASE WHEN line.is_return THEN line.quantity ELSE 0 END AS returned, line.net_base AS net,
      coalesce(line.tax_base, line.tax_share) AS tax, line.cost_base AS cost, 1 AS line_count,
      document.id AS document_id, document.document_date, line.line_number, document.party_id, line.product_id
    FROM standing AS document
    CROSS JOIN LATERAL (
      SELECT * FROM document_lines AS own WHERE own.organization_id = ${organization} AND own.document_id = document.id OFFSET 0) AS line
    UNION ALL
    SELECT ${id}, document.kind, line.quantity, 0, line.net_base, coalesce(line.tax_base, line.tax_share), line.cost_base, 1,
      document.id, document.document_date, line.line_number, document.party_id, line.product_id
    FROM before AS document
    CROSS JOIN LATERAL ROWS FROM (jsonb_to_recordset(document.items)
      AS (product_id bigint, quantity numeric, net_base numeric, tax_share numeric, tax_base numeric, cost_base numeric)) WITH ORDINALITY
      AS line (product_id, quantity, net_base, tax_share, tax_base, cost_base, line_number)
    WHERE true ${inBranch}`
}

/** What it posted stood in the books by then, and was not yet taken back; what posted nothing says so itself. */
const wasPosted = (organization: number, known_at: KnownAt) => sql`
  document.state <> 'draft' AND CASE WHEN document.entry_id IS NULL
    THEN (true ${knownBy(known_at, sql`document.posted_at`)}) AND (document.state = 'posted' OR (true ${knownAfter(known_at, sql`document.voided_at`)}))
    ELSE EXISTS (SELECT 1 FROM journal_entries AS entry
        WHERE entry.organization_id = ${organization} AND entry.id = document.entry_id ${knownBy(known_at, sql`entry.posted_at`)})
      AND (document.state = 'posted' OR NOT EXISTS (SELECT 1 FROM journal_entries AS reversal
        WHERE reversal.organization_id = ${organization} AND reversal.reverses_id = document.entry_id ${knownBy(known_at, sql`reversal.posted_at`)})) END`

/** The documents whose figures changed since, each with what it had said: a change of figures posts something, unless they are zero. */
function correctedSince(organization: number, { kinds, known_at }: KnownTradeAsked): RawBuilder<unknown> {
  const own = sql`entry.organization_id = ${organization} AND entry.source = document.kind AND entry.source_id = document.id`
  return sql`
  SELECT DISTINCT ON (kept.document_id) kept.document_id, document.kind, kept.body
  FROM document_revisions AS kept
  JOIN documents AS document ON document.organization_id = ${organization} AND document.id = kept.document_id AND document.kind = ANY (${kinds}::text[])
  WHERE kept.organization_id = ${organization} ${knownAfter(known_at, sql`kept.revised_at`)}
    AND CASE WHEN EXISTS (SELECT 1 FROM journal_entries AS entry WHERE ${own} ${knownBy(known_at, sql`entry.posted_at`)})
      THEN EXISTS (SELECT 1 FROM journal_entries AS entry WHERE ${own} ${knownAfter(known_at, sql`entry.posted_at`)}
        AND (entry.reverses_id IS NULL OR document.state = 'posted'))
      -- What came to nothing posted nothing: each of its revisions may be another quantity.
      ELSE document.posted_at IS NOT NULL ${knownBy(known_at, sql`document.posted_at`)} END
  ORDER BY kept.document_id, kept.revision`
}

/** Half a truth is none: what a document of these days came to has to be known of every one. */
async function requireFigures({ db, session }: Context, asked: KnownTradeAsked): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM (${correctedSince(session.organization_id, asked)}) AS corrected
    WHERE (body ->> 'date')::date BETWEEN ${asked.from}::date AND ${asked.to}::date AND body -> 'items' -> 0 -> 'net_base' IS NULL`.execute(
    db,
  )
  const count = rows[0]?.count ?? 0
  if (count > 0) throw new Refusal('trade_not_known', { field: 'as_known_at', params: { count } })
}
