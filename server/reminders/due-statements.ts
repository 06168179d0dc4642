import { sql } from 'kysely'
import type { PlannedStatement } from '#contract/schedules/reminders.ts'
import { addDays, addMonths, monthEnd, monthStart, type Range } from '#ledger/calendar/calendar.ts'
import type { Context } from '#server/core/context.ts'
import { isSilent, lateDays } from './due-reminders.ts'

const rowsMaximum = 1_000

/** The last day of statements up to today. */
const lastStatementDay = (today: string, day: number): string => {
  const own = addDays(monthStart(today), day - 1)
  return own <= today ? own : addMonths(own, -1)
}

/** The month before the one in which a statement is sent. */
export function statementMonth(sentOn: string): Range {
  const from = addMonths(monthStart(sentOn), -1)
  return { from, to: monthEnd(from) }
}

/** The next day of statements, today included. */
export function nextStatementDay(today: string, day: number): string {
  const own = addDays(monthStart(today), day - 1)
  return own >= today ? own : addMonths(own, 1)
}

/** The month whose statements are due, or null: a server that was down for longer than a few days sends none late. */
export function dueStatementMonth(today: string, day: number, since: string): Range | null {
  const sentOn = lastStatementDay(today, day)
  return sentOn >= since && sentOn >= addDays(today, -lateDays) ? statementMonth(sentOn) : null
}

/** Customers with something open, an address, and no statement of this month yet. */
export async function dueStatements({ db, session }: Context, { from }: Range): Promise<number[]> {
  const own = session.organization_id
  const { rows } = await sql<{ id: number }>`
    SELECT party.id FROM parties AS party
    WHERE party.organization_id = ${own} AND party.kind = 'customer' AND party.email IS NOT NULL AND ${hasOpen(own)}
      AND NOT ${isSilent(own, 'customer', sql`party.id`)}
      AND NOT EXISTS (SELECT FROM statements_sent AS sent WHERE sent.organization_id = ${own} AND sent.customer_id = party.id AND sent.month = ${from}::date)
    ORDER BY party.id LIMIT ${rowsMaximum}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Who would get a statement next, and who would not and why. */
export async function previewStatements({ db, session }: Context): Promise<Omit<PlannedStatement, 'day'>[]> {
  const own = session.organization_id
  const { rows } = await sql<Omit<PlannedStatement, 'day' | 'state'>>`
    SELECT party.id AS customer_id, party.name AS customer, party.name_en AS customer_en, party.email,
      ${isSilent(own, 'customer', sql`party.id`)} AS is_customer_silent
    FROM parties AS party
    WHERE party.organization_id = ${own} AND party.kind = 'customer' AND ${hasOpen(own)}
    ORDER BY party.name, party.id LIMIT ${rowsMaximum}`.execute(db)
  return rows.map((row) => ({
    ...row,
    state: row.is_customer_silent ? ('silent' as const) : row.email ? ('ready' as const) : ('no_email' as const),
  }))
}

const hasOpen = (own: number) => sql`EXISTS (SELECT FROM documents AS document WHERE document.organization_id = ${own}
        AND document.party_kind = 'customer' AND document.party_id = party.id AND document.state = 'posted' AND document.settled < document.total
        AND document.kind IN ('invoice', 'advance_invoice', 'debit_note', 'opening_receivable', 'journal_receivable'))`
