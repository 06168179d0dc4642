import { sql } from 'kysely'
import { previewedOccurrences, type Recurring, type RecurringKind } from '#contract/schedules/recurring.ts'
import { nextOccurrences, type Recurrence } from '#ledger/calendar/recurrence.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { refusalWords } from '#server/core/refusal-words.ts'
import type { TenantDatabase } from '#server/db/tenant/transaction.ts'

const recordsMaximum = 500
const occurrencesShown = 12

export async function listRecurring(context: Context, kind: RecurringKind): Promise<unknown[]> {
  return query(context, kind)
}

export async function readRecurring(context: Context, kind: RecurringKind, id: number): Promise<unknown> {
  const [row] = await query(context, kind, id)
  if (!row) throw new Refusal('not_found')
  return row
}

type Row = Omit<Recurring, 'next'> & Recurrence

async function query(context: Context, kind: RecurringKind, only: number | null = null): Promise<unknown[]> {
  const { db, session } = context
  const own = session.organization_id
  const { rows } = await sql<Row>`
    SELECT record.*, CASE WHEN currency.id IS NOT NULL THEN json_build_object('code', currency.code, 'decimals', currency.decimals) END AS currency,
      author.name AS created_by,
      coalesce((SELECT json_agg(json_build_object('number', shown.number, 'day', shown.day, 'state', shown.state, 'record_id', shown.record_id,
          'error', shown.error) ORDER BY shown.number DESC)
        FROM (SELECT * FROM recurring_occurrences AS occurrence
          WHERE occurrence.organization_id = ${own} AND occurrence.recurring_id = record.id
          ORDER BY occurrence.state = 'failed' DESC, occurrence.number DESC LIMIT ${occurrencesShown}) AS shown), '[]') AS occurrences
    FROM recurring_records AS record
    LEFT JOIN currencies AS currency ON currency.id = record.currency_id
    LEFT JOIN users AS author ON author.organization_id = ${own} AND author.id = record.created_by
    WHERE record.organization_id = ${own} AND record.kind = ${kind.name} AND (${only}::bigint IS NULL OR record.id = ${only}::bigint)
    ORDER BY record.state = 'ended', record.id DESC LIMIT ${recordsMaximum}`.execute(db)
  return rows.map((row) => ({
    ...row,
    next: row.state === 'active' ? nextOccurrences(row, row.next_number, previewedOccurrences) : [],
    occurrences: row.occurrences.map((one) => ({ ...one, error: one.error && refusalWords(context, one.error) })),
  }))
}

export type StoredRecurring = Recurrence & {
  id: number
  kind: RecurringKind['name']
  source_number: string | null
  name: string | null
  content: Record<string, unknown>
  save_as: string
  due_days: number
  state: string
  next_number: number
  plan: number
  created_by: number | null
}

/** The row, locked: making, pausing and skipping take turns. */
export async function lockRecurring(db: TenantDatabase, id: number, kind?: string): Promise<StoredRecurring> {
  let wanted = db.selectFrom('recurring_records').selectAll().where('id', '=', id).forUpdate()
  if (kind) wanted = wanted.where('kind', '=', kind)
  const row = await wanted.executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row as StoredRecurring
}
