import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#server/core/context.ts'
import { endOfRecordingTime, type RecordedAsOf } from '#server/journal/as-recorded.ts'

export type DueDateQuery = { to: string; known_at?: RecordedAsOf }

/**
 * The due date of `document` as of a day (and as recorded, if requested). Moving a due date is an agreement from then
 * on, so an earlier day shows the earlier date. A correction states what was always so, and a change on the day of
 * entry was a slip: revisions up to the end of the day of `posted_at` are ignored.
 */
export function dueDate(context: Context, asked: DueDateQuery, posted_at: RawBuilder<unknown>): RawBuilder<unknown> {
  if (!asked.known_at && asked.to >= context.today) return sql`document.due_date`
  return sql`coalesce((${dueDateOf(context, asked, sql`document.id`, posted_at)}), document.due_date)`
}

/** CTE variant; returns only documents whose due date changed later. */
function dueDateOf(
  { session }: Context,
  { to, known_at }: DueDateQuery,
  document_id: RawBuilder<unknown>,
  posted_at: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const entered = sql`date_trunc('day', ${posted_at}, 'Asia/Riyadh') + interval '1 day' - interval '1 microsecond'`
  const then = sql`greatest(${endOfRecordingTime(to)}, ${entered})`
  return sql`SELECT (kept.body ->> 'due_date')::date AS due_date FROM document_revisions AS kept
    WHERE kept.organization_id = ${session.organization_id} AND kept.document_id = ${document_id}
      AND kept.revised_at > ${known_at ? sql`least(${endOfRecordingTime(known_at)}, ${then})` : then}
    ORDER BY kept.revision LIMIT 1`
}

type MovedDueDateQuery = DueDateQuery & {
  /** The day they were open on, if it is an earlier one. */
  day?: string
  kinds: readonly string[]
  currency: { id: number } | null
  party?: number
  /** A condition on `document`. */
  when?: RawBuilder<unknown>
}

/**
 * Documents that were open on a past day and were due on another date than now: their open amount, once under the due
 * date as of that day, and subtracted under the present one, where the rest of the report counts it.
 */
export function dueDateAdjustments(
  context: Context,
  { to, known_at, ...asked }: MovedDueDateQuery,
): RawBuilder<unknown> {
  const organization = context.session.organization_id
  const { day = to, when = sql`` } = asked
  const since = known_at
    ? sql`least(${endOfRecordingTime(known_at)}, ${endOfRecordingTime(to)})`
    : endOfRecordingTime(to)
  const [total, relief] = asked.currency ? [sql`total`, sql`amount`] : [sql`total_base`, sql`carrying_base`]
  const inCurrency = asked.currency ? sql`AND currency_id = ${asked.currency.id}` : sql``
  const ofParty = asked.party === undefined ? sql`` : sql`AND party_id = ${asked.party}`
  return sql`
    SELECT document.party_id, moved.due_date, moved.sign * (
        CASE WHEN document.state = 'posted' OR taken_back.later THEN document.${total} ELSE 0 END
        - coalesce((SELECT sum(${relief}) FROM allocations AS used WHERE used.organization_id = ${organization}
          AND used.document_id = document.id AND used.allocation_date <= ${day}::date), 0)) AS amount
    FROM (SELECT DISTINCT document_id FROM document_revisions
      WHERE organization_id = ${organization} AND revised_at > ${since} OFFSET 0) AS revised
    CROSS JOIN LATERAL (SELECT * FROM documents WHERE organization_id = ${organization} AND id = revised.document_id
      AND kind = ANY (${asked.kinds}::text[]) AND document_date <= ${day}::date ${inCurrency} ${ofParty} OFFSET 0) AS document
    CROSS JOIN LATERAL (SELECT posted_at FROM journal_entries WHERE organization_id = ${organization} AND id = document.entry_id OFFSET 0) AS entry
    CROSS JOIN LATERAL (${dueDateOf(context, { to, known_at }, sql`document.id`, sql`entry.posted_at`)}) AS due
    CROSS JOIN LATERAL (SELECT document.state = 'void' AND EXISTS (SELECT 1 FROM journal_entries AS reversal
      WHERE reversal.organization_id = ${organization} AND reversal.reverses_id = document.entry_id AND reversal.entry_date > ${day}::date) AS later) AS taken_back
    CROSS JOIN LATERAL (VALUES (due.due_date, 1), (document.due_date, -1)) AS moved (due_date, sign)
    WHERE due.due_date <> document.due_date ${when}`
}
