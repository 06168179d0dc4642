import { type RawBuilder, sql } from 'kysely'
import { type KnownAt, lastInstant } from '#server/journal/known-at.ts'
import type { Context } from '#server/kit/context.ts'
import { dueDate } from './due-date.ts'
import type { ForeignCurrency } from './foreign-currency.ts'
import { inCurrency, left, remainingAt } from './open-items.ts'

type Asked = {
  /** The day they are looked at on, by which it was said when each was due. */
  to: string
  /** The day they were open on, where it is an earlier one. */
  day?: string
  currency: ForeignCurrency | null
  kinds: readonly string[]
  known_at?: KnownAt
}

/**
 * What was open of everybody at the end of a day, as rows of `party_id, document_id, entry_id, due_date, amount`: what is open now by its
 * index, and the few that were settled, taken back or moved only after the day by what was settled of them until then.
 */
export function openDocuments(context: Context, asked: Asked): RawBuilder<unknown> {
  const organization = context.session.organization_id
  const { kinds, currency } = asked
  const to = asked.day ?? asked.to
  const own = sql`organization_id = ${organization}`
  // One kind at a time, and each as its index spells it.
  const ofKinds = (select: (kind: string) => RawBuilder<unknown>) => sql.join(kinds.map(select), sql` UNION ALL `)
  const open = ofKinds(
    (kind) => sql`SELECT party_id, id, due_date, entry_id, ${left(asked)} AS amount FROM documents AS document
      WHERE ${own} AND kind = ${kind} AND state = 'posted' AND settled < total AND document_date <= ${to}::date
        AND coalesce(settled_on <= ${to}::date, true) ${inCurrency(asked)}`,
  )
  const since = sql`
    ${ofKinds((kind) => sql`SELECT id FROM documents WHERE ${own} AND kind = ${kind} AND settled_on > ${to}::date`)}
    UNION
    SELECT id FROM documents WHERE ${own} AND settled_from < document_date AND document_date > ${to}::date
    UNION
    SELECT document.id FROM (SELECT reverses_id, source, source_id FROM journal_entries
      WHERE ${own} AND reverses_id IS NOT NULL AND entry_date > ${to}::date OFFSET 0) AS reversal
    CROSS JOIN LATERAL (
      SELECT * FROM documents WHERE ${own} AND id = reversal.source_id AND kind = reversal.source
      UNION ALL
      SELECT * FROM documents WHERE ${own} AND manual_entry_id = reversal.source_id AND reversal.source = 'manual') AS document
    WHERE document.state = 'void' AND document.entry_id = reversal.reverses_id`
  return sql`
    SELECT item.party_id, item.id AS document_id, item.entry_id, ${dueThen(context, asked)} AS due_date, item.amount FROM (
      ${open}
      UNION ALL
      SELECT party_id, id, due_date, entry_id, ${remainingAt(organization, { to, currency })} FROM documents AS document
      WHERE ${own} AND id = ANY (ARRAY (${since})) AND kind = ANY (${kinds}::text[]) ${inCurrency(asked)}) AS item
    WHERE item.amount <> 0`
}

/** Of what was revised since, when it was due then. */
function dueThen(context: Context, { to, known_at }: Asked): RawBuilder<unknown> {
  if (!known_at && to >= context.today) return sql`item.due_date`
  const own = sql`organization_id = ${context.session.organization_id}`
  return sql`CASE WHEN item.id IN (SELECT document_id FROM document_revisions WHERE ${own} AND revised_at > ${known_at ? sql`least(${lastInstant(known_at)}, ${lastInstant(to)})` : lastInstant(to)})
    THEN (SELECT ${dueDate(context, { to, known_at }, sql`entry.posted_at`)} FROM journal_entries AS entry
      CROSS JOIN (SELECT item.id, item.due_date) AS document WHERE entry.${own} AND entry.id = item.entry_id)
    ELSE item.due_date END`
}
