import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#server/core/context.ts'
import { endOfRecordingTime, lastMaterializedDay, notInIds } from '#server/journal/as-recorded.ts'
import { dueDate } from './due-date-as-of.ts'
import { inCurrency, isVoidedAfter, left } from './open-amount-sql.ts'
import type { Page } from './open-items-current.ts'
import { itemsChangedSince, type KnownItemsQuery, listedTouched, restatedItems } from './open-items-from-lines.ts'

/**
 * A page of the open items of all parties as of a day, optionally as recorded, ordered by due date: rows of `party_id,
 * document_id, entry_id, due_date, amount`, and the `whole` total. Items that are unchanged since are counted and
 * summed by due day in their index alone; only documents that were settled, reversed or moved since are read one by
 * one. Both give the days of the page, and only documents due on those days are read.
 */
export function openItemsAsOfPage(
  context: Context,
  asked: KnownItemsQuery,
  { isAsked, offset, limit }: Page,
): RawBuilder<unknown> {
  const { to, known_at, kinds } = asked
  const day = known_at ? lastMaterializedDay(known_at, to) : to
  const own = sql`organization_id = ${context.session.organization_id}`
  // One kind at a time, each written as in its index.
  const ofKinds = (select: (isOpen: RawBuilder<unknown>) => RawBuilder<unknown>) =>
    sql.join(
      kinds.map((kind) =>
        select(sql`document.${own} AND document.kind = ${kind} AND document.state = 'posted' AND document.settled < document.total
          AND document.document_date <= ${day}::date AND ${left(asked)} <> 0 ${inCurrency(asked)}`),
      ),
      sql` UNION ALL `,
    )
  const touched = known_at
    ? sql`touched AS MATERIALIZED (${itemsChangedSince(context.session.organization_id, { ...asked, known_at })}),`
    : sql``
  const untouched = known_at ? sql`AND ${notInIds(sql`item.id`, listedTouched)}` : sql``
  const restated = known_at
    ? sql`UNION ALL SELECT party_id, document_id, entry_id, due_date, amount FROM (${restatedItems(context, asked)}) AS restated`
    : sql``
  return sql`
    WITH ${touched}
    changed AS MATERIALIZED (${changedSince(context, asked, day)}),
    stood AS MATERIALIZED (${openItemsThen(context, asked, day)}),
    apart AS MATERIALIZED (
      SELECT item.party_id, item.id AS document_id, item.entry_id, ${dueThen(context, asked)} AS due_date, item.amount
      FROM stood AS item WHERE item.amount <> 0 ${untouched}
      ${restated}),
    due AS MATERIALIZED (
      SELECT due_date, sum(count) AS count, sum(amount) AS amount FROM (
        ${ofKinds((isOpen) => sql`SELECT due_date, count(*) AS count, sum(${left(asked)}) AS amount FROM documents AS document WHERE ${isOpen} GROUP BY due_date`)}
        UNION ALL SELECT due_date, -1, -now_open FROM stood WHERE now_open <> 0
        UNION ALL SELECT due_date, 1, amount FROM apart) AS counted
      WHERE ${isAsked} GROUP BY due_date HAVING sum(count) > 0),
    placed AS (SELECT due_date, count, sum(count) OVER (ORDER BY due_date) AS until FROM due),
    days AS MATERIALIZED (
      SELECT min(due_date) AS first, max(due_date) AS last, min(until - count) AS before FROM placed
      WHERE until > ${offset}::bigint AND until - count < ${offset}::bigint + ${limit}::bigint)
    SELECT item.*, (SELECT sum(amount) FROM due) AS whole FROM (
      SELECT item.* FROM days CROSS JOIN LATERAL (
        ${ofKinds(
          (
            isOpen,
          ) => sql`SELECT party_id, id AS document_id, entry_id, due_date, ${left(asked)} AS amount FROM documents AS document
            WHERE ${isOpen} AND due_date BETWEEN days.first AND days.last`,
        )}) AS item
      WHERE ${notInIds(sql`document_id`, sql`SELECT id FROM changed`)}
      UNION ALL
      SELECT apart.* FROM apart CROSS JOIN days WHERE due_date BETWEEN days.first AND days.last) AS item
    WHERE ${isAsked} ORDER BY due_date, document_id OFFSET ${offset}::bigint - (SELECT before FROM days) LIMIT ${limit}`
}

/** The ids of all documents whose open amount or due date was another one than now. */
function changedSince(context: Context, { to, kinds, known_at }: KnownItemsQuery, day: string): RawBuilder<unknown> {
  const own = sql`organization_id = ${context.session.organization_id}`
  const settled = kinds.map(
    (kind) =>
      sql`SELECT id FROM documents WHERE ${own} AND kind = ${kind} AND last_settled_on > ${day}::date AND document_date <= ${day}::date`,
  )
  return sql`
    ${sql.join(settled, sql` UNION ALL `)}
    UNION
    SELECT id FROM documents WHERE ${own} AND first_settled_on < document_date AND document_date > ${day}::date AND first_settled_on <= ${day}::date
    UNION
    SELECT document.id FROM (SELECT reverses_id, source, source_id FROM journal_entries
      WHERE ${own} AND reverses_id IS NOT NULL AND entry_date > ${day}::date OFFSET 0) AS reversal
    CROSS JOIN LATERAL (
      SELECT * FROM documents WHERE ${own} AND id = reversal.source_id AND kind = reversal.source
      UNION ALL
      SELECT * FROM documents WHERE ${own} AND manual_entry_id = reversal.source_id AND reversal.source = 'manual') AS document
    WHERE document.state = 'void' AND document.entry_id = reversal.reverses_id
    ${isPast(context, { to, known_at }) ? sql`UNION (${revisedSince(context, { to, known_at })})` : sql``}
    ${known_at ? sql`UNION (${listedTouched})` : sql``}`
}

/**
 * What was open of these documents, and what of it is still open now. Their allocations up to the day are read by ids
 * in one index walk: single look-ups would take many times as long.
 */
function openItemsThen(context: Context, asked: KnownItemsQuery, day: string): RawBuilder<unknown> {
  const organization = context.session.organization_id
  const [total, relief] = asked.currency ? [sql`total`, sql`amount`] : [sql`total_base`, sql`carrying_base`]
  const isPosted = sql`document.state = 'posted' AND document.document_date <= ${day}::date`
  const changed = sql`ANY (ARRAY (SELECT id FROM changed))`
  return sql`
    SELECT id, max(party_id) AS party_id, max(entry_id) AS entry_id, max(due_date) AS due_date, max(now_open) AS now_open,
      coalesce(max(unmoved), sum(amount)) AS amount
    FROM (
      SELECT document.id, document.party_id, document.entry_id, document.due_date,
        CASE WHEN ${isPosted} AND document.settled < document.total THEN ${left(asked)} END AS now_open,
        CASE WHEN ${isPosted} AND coalesce(document.last_settled_on <= ${day}::date, true) THEN ${left(asked)} END AS unmoved,
        CASE WHEN document.document_date <= ${day}::date AND (document.state = 'posted' OR ${isVoidedAfter(organization, { to: day })})
          THEN document.${total} ELSE 0 END AS amount
      FROM documents AS document
      WHERE document.organization_id = ${organization} AND document.id = ${changed} AND document.kind = ANY (${asked.kinds}::text[]) ${inCurrency(asked)}
      UNION ALL
      SELECT document_id, NULL, NULL, NULL, NULL, NULL, -${relief} FROM allocations
      WHERE organization_id = ${organization} AND document_id = ${changed} AND allocation_date <= ${day}::date) AS met
    GROUP BY id HAVING max(party_id) IS NOT NULL`
}

type Moment = Pick<KnownItemsQuery, 'to' | 'known_at'>

/** As of today or later, nothing can have changed afterwards. */
const isPast = ({ today }: Context, { to, known_at }: Moment) => known_at !== undefined || to < today

const revisedSince = ({ session }: Context, { to, known_at }: Moment) => sql`
  SELECT document_id FROM document_revisions WHERE organization_id = ${session.organization_id}
    AND revised_at > ${known_at ? sql`least(${endOfRecordingTime(known_at)}, ${endOfRecordingTime(to)})` : endOfRecordingTime(to)}`

/** The due date as of the day, of documents that were revised since. */
function dueThen(context: Context, asked: Moment): RawBuilder<unknown> {
  if (!isPast(context, asked)) return sql`item.due_date`
  return sql`CASE WHEN item.id IN (${revisedSince(context, asked)})
    THEN (SELECT ${dueDate(context, asked, sql`entry.posted_at`)} FROM journal_entries AS entry
      CROSS JOIN (SELECT item.id, item.due_date) AS document
      WHERE entry.organization_id = ${context.session.organization_id} AND entry.id = item.entry_id)
    ELSE item.due_date END`
}
