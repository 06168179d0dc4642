import { sql } from 'kysely'
import { type EInvoicingSummary, eDocumentStates } from '#contract/e-invoicing.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { TenantDatabase } from '#server/db/tenant/transaction.ts'
import { sendAgain } from '#server/outbox/outbox.ts'
import type { AnyQuery, Listing } from '#server/resource/list.ts'
import { inPhase2 } from './phase.ts'
import { daysUntil } from './settings.ts'
import { unissued } from './unissued.ts'

/** A simplified document is reported within 24 hours. */
const reporting_ms = 24 * 3_600_000

const shown = [
  'id',
  'icv',
  'document_id',
  'kind',
  'number',
  'attempt',
  'type_code',
  'audience',
  'state',
  'issued_at',
  'answered_at',
].map((column) => `e_documents.${column}`)

const remarks = (kind: 'errors' | 'warnings') => sql`coalesce(e_documents.answer -> ${sql.lit(kind)}, '[]')`.as(kind)

const select = (query: AnyQuery) =>
  query.select([
    ...shown,
    'e_invoice_units.name as unit',
    'e_invoice_units.environment',
    remarks('errors'),
    remarks('warnings'),
  ])

/** Stamped documents with their results. */
export const eDocumentListing: Listing = {
  table: 'e_documents',
  from: (db: TenantDatabase) =>
    db.selectFrom('e_documents').innerJoin('e_invoice_units', 'e_invoice_units.id', 'e_documents.unit_id'),
  select,
  search: (query, pattern) => query.where(sql<boolean>`fold_text(e_documents.number) like ${pattern}`),
}

/** One with all that is known of it. */
export async function readEDocument({ db, session }: Context, id: number) {
  const base = db.selectFrom('e_documents').innerJoin('e_invoice_units', 'e_invoice_units.id', 'e_documents.unit_id')
  const row = await eDocumentListing
    .select(base as AnyQuery)
    .select([
      ...['uuid', 'hash', 'previous_hash', 'file_name'].map((column) => `e_documents.${column}`),
      sql<boolean>`e_documents.cleared_xml IS NOT NULL`.as('is_cleared'),
      sql`e_documents.answer ->> 'body'`.as('answer'),
      sql`(SELECT last_error FROM outbox_messages AS message WHERE message.organization_id = ${session.organization_id}
        AND message.kind = 'e_invoice' AND message.key = 'e-document ' || e_documents.id)`.as('last_error'),
      'e_documents.sent_at',
    ])
    .where('e_documents.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

/** Sends the same bytes again for a document without an answer. A rejected one is corrected and issued again. */
export async function retryEDocument(context: Context, id: number): Promise<() => Promise<void>> {
  const { db, session, services } = context
  const row = await db.selectFrom('e_documents').select('state').where('id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  if (!['waiting', 'unknown', 'not_sent', 'cleared_without_xml'].includes(row.state))
    throw new Refusal('nothing_to_retry')
  const key = `e-document ${id}`
  const isStored = await sendAgain(db, session.organization_id, 'e_invoice', key)
  // Still waiting for its turn: that is now.
  if (!isStored)
    await sql`UPDATE outbox_directory SET due_at = least(due_at, now()) WHERE organization_id = ${session.organization_id} AND message_id = (
      SELECT id FROM outbox_messages WHERE organization_id = ${session.organization_id} AND kind = 'e_invoice' AND key = ${key} AND state = 'waiting')`.execute(
      db,
    )
  return async () => {
    await services.outbox.sendNow(session.organization_id, 'e_invoice', key)
  }
}

/** How many are in which state, what waits longest, and what wants attention. */
export async function summarize(context: Context): Promise<EInvoicingSummary> {
  const { db, session, services } = context
  const { e_invoicing_phase, e_invoicing_since } = session.organization
  const [counted, { rows }, open] = await Promise.all([
    db
      .selectFrom('e_documents')
      .select(['state', sql<number>`count(*)::integer`.as('count')])
      .groupBy('state')
      .execute(),
    sql<{ oldest: Date | null; oldest_simplified: Date | null; valid_to: Date | null; is_refused: boolean }>`
      SELECT (SELECT min(issued_at) FROM e_documents WHERE organization_id = ${session.organization_id} AND state IN ('waiting', 'unknown', 'not_sent')) AS oldest,
        (SELECT min(issued_at) FROM e_documents WHERE organization_id = ${session.organization_id} AND state IN ('waiting', 'unknown', 'not_sent')
          AND audience = 'simplified') AS oldest_simplified,
        min(valid_to) AS valid_to, coalesce(bool_or(refused_at IS NOT NULL), false) AS is_refused
      FROM e_invoice_units WHERE organization_id = ${session.organization_id} AND state = 'live'`.execute(db),
    inPhase2(context) ? unissued(context) : [],
  ])
  const counts = Object.fromEntries(
    eDocumentStates.map((state) => [state, counted.find((one) => one.state === state)?.count ?? 0]),
  )
  const [facts] = rows
  return {
    phase: String(e_invoicing_phase) as EInvoicingSummary['phase'],
    since: e_invoicing_since,
    counts: counts as EInvoicingSummary['counts'],
    oldest_waiting: facts?.oldest?.toISOString() ?? null,
    report_until: facts?.oldest_simplified
      ? new Date(facts.oldest_simplified.getTime() + reporting_ms).toISOString()
      : null,
    certificate_days: facts?.valid_to ? daysUntil(facts.valid_to, services.clock.now()) : null,
    is_refused: facts?.is_refused ?? false,
    unissued: open as EInvoicingSummary['unissued'],
  }
}
