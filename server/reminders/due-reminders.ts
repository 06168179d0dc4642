import { sql } from 'kysely'
import type { PlannedReminder } from '#contract/schedules/reminders.ts'
import { addDays } from '#ledger/calendar/calendar.ts'
import type { Context } from '#server/core/context.ts'

/** Mails of a server that was down for longer are not sent late. */
export const lateDays = 6
const previewDays = 14
const rowsMaximum = 1_000

export type DueReminder = { document_id: number; kind: string; due_date: string; days: number }

/** Today's reminders: for each open document the latest rule whose day has come, unless it was sent or is silenced. */
export async function dueReminders(
  context: Context,
  offsets: readonly number[],
  since: string,
): Promise<DueReminder[]> {
  const { db, session, today } = context
  const own = session.organization_id
  const late = addDays(today, -lateDays)
  const from = since > late ? since : late
  const { rows } = await sql<DueReminder>`
    SELECT document_id, kind, due_date, days FROM (
      SELECT DISTINCT ON (document.id) document.id AS document_id, document.kind, document.due_date, rule.days
      FROM documents AS document CROSS JOIN unnest(${offsets}::integer[]) AS rule (days)
      WHERE ${isOpen(own)} AND document.due_date + rule.days BETWEEN ${from}::date AND ${today}::date
        AND NOT ${isSilent(own, 'document', sql`document.id`)} AND NOT ${isSilent(own, 'customer', sql`document.party_id`)}
      ORDER BY document.id, rule.days DESC) AS latest
    WHERE NOT EXISTS (SELECT FROM reminders_sent AS sent WHERE sent.organization_id = ${own} AND sent.document_id = latest.document_id
      AND sent.due_date = latest.due_date AND sent.days = latest.days)
    ORDER BY document_id LIMIT ${rowsMaximum}`.execute(db)
  return rows
}

/** The reminders of the next two weeks. */
export async function previewReminders(context: Context, offsets: readonly number[]): Promise<unknown[]> {
  const { db, session, today } = context
  const own = session.organization_id
  const { rows } = await sql<Omit<PlannedReminder, 'state'>>`
    SELECT document.id AS document_id, document.kind, document.number, party.id AS customer_id, party.name AS customer, party.name_en AS customer_en,
      party.email, document.due_date, (document.due_date + rule.days)::date AS day, rule.days, (document.total - document.settled)::text AS remaining,
      json_build_object('code', currency.code, 'decimals', currency.decimals) AS currency,
      ${isSilent(own, 'customer', sql`party.id`)} AS is_customer_silent, ${isSilent(own, 'document', sql`document.id`)} AS is_document_silent
    FROM documents AS document CROSS JOIN unnest(${offsets}::integer[]) AS rule (days)
    JOIN parties AS party ON party.organization_id = ${own} AND party.id = document.party_id
    JOIN currencies AS currency ON currency.id = document.currency_id
    WHERE ${isOpen(own)} AND document.due_date + rule.days BETWEEN ${today}::date AND ${addDays(today, previewDays)}::date
    ORDER BY document.due_date + rule.days, document.id LIMIT ${rowsMaximum}`.execute(db)
  return rows.map((row) => ({
    ...row,
    state: row.is_customer_silent || row.is_document_silent ? 'silent' : row.email ? 'ready' : 'no_email',
  }))
}

const isOpen = (
  own: number,
) => sql`document.organization_id = ${own} AND document.kind IN ('invoice', 'advance_invoice', 'debit_note')
        AND document.state = 'posted' AND document.settled < document.total`

export const isSilent = (
  own: number,
  kind: string,
  id: ReturnType<typeof sql>,
) => sql`EXISTS (SELECT FROM reminder_silences AS silence
        WHERE silence.organization_id = ${own} AND silence.kind = ${kind} AND silence.record_id = ${id})`
