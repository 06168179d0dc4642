import { sql } from 'kysely'
import type { z } from 'zod'
import { purchases, type Side, sales } from '#contract/documents/sides.ts'
import type { reports } from '#contract/reports/reports.ts'
import type { SheetInput, SheetRow } from '#contract/reports/sheet.ts'
import { daysBetween } from '#ledger/calendar/calendar.ts'
import { decimal, sum, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { loadAccounts } from '#server/journal/accounts.ts'
import { ledgerSides } from '#server/journal/posting/posting-sides.ts'
import { retainedAt } from '#server/retentions/due-retentions.ts'
import { column, sheetOf, withLeadingColumns, word } from '../framework/sheet.ts'
import { accountBalanceAt } from './open-items-from-lines.ts'

type Query = z.output<(typeof reports.retentionCalendar)['calls']['show']['query']>
type Retained = {
  id: number
  number: string
  date: string
  party: string
  party_en: string | null
  release_date: string | null
  original: string
  remaining: string
}

const sides = [sales, purchases] as const

/**
 * What is retained of each invoice and bill at the end of a day, by the day of its release; those without a day come last. Each side is the
 * balance of its account on that day (accounting rule 2.1-16).
 */
export async function showRetentionCalendar(context: Context, query: Query): Promise<SheetInput> {
  const to = query.to ?? context.today
  const parts = await Promise.all(sides.map((side) => partOf(context, side, to)))
  const difference = sum(parts.map((part) => part.difference))
  const rows = parts.flatMap((part) => part.rows)
  return sheetOf({ to }, columns, rows, { difference: rows.length === 0 ? null : text(difference) })
}

async function partOf(context: Context, side: Side, to: string) {
  const accounts = await loadAccounts(context)
  const account_id = accounts.idOf(ledgerSides[side.name].retention)
  const [found, booked] = await Promise.all([
    rowsAt(context, side, to),
    accountBalanceAt(context, to, undefined, [account_id]),
  ])
  const whole = sum(found.map(({ remaining }) => remaining))
  const balance = decimal(booked).times(side.name === 'sales' ? 1 : -1)
  if (found.length === 0 && balance.eq(0)) return { rows: [], difference: whole }
  const total = { style: 'subtotal', level: 1, texts: {} } as const
  const rows: SheetRow[] = [
    ...found.map((row) => rowOf(side, row, to)),
    {
      ...total,
      key: `total:${side.name}`,
      label: word(`lines.retention_${side.name}`),
      figures: { remaining: text(whole) },
      link: { to: 'account_statement', query: { account_id, to } },
    },
  ]
  return { rows, difference: whole.minus(balance) }
}

const columns = withLeadingColumns(
  ['remaining'],
  [
    column('entry', 'label'),
    column('party', 'text'),
    column('date', 'date'),
    column('release_date', 'date'),
    column('days_past', 'count'),
    column('kept', 'amount'),
    column('remaining', 'amount', { query: {} }),
  ],
)

const rowOf = (side: Side, row: Retained, to: string): SheetRow => {
  const past = row.release_date ? daysBetween(row.release_date, to) : 0
  return {
    key: `document:${row.id}`,
    style: 'line',
    level: 1,
    label: { name: row.number, name_en: row.number },
    texts: {
      party: { name: row.party, name_en: row.party_en },
      date: row.date,
      ...(row.release_date && { release_date: row.release_date }),
    },
    figures: { days_past: past > 0 ? String(past) : null, kept: row.original, remaining: row.remaining },
    link: { to: side.document, query: { id: row.id } },
  }
}

async function rowsAt({ db, session }: Context, side: Side, to: string): Promise<Retained[]> {
  const own = session.organization_id
  const { rows } = await sql<Retained>`
    SELECT document.id, document.number, document.document_date AS date, party.name AS party, party.name_en AS party_en,
      document.retention_release_date AS release_date, held.original::text AS original, held.amount::text AS remaining
    FROM (${retainedAt(own, to)}) AS held
    JOIN documents AS document ON document.organization_id = ${own} AND document.id = held.document_id AND document.kind = ${side.document}
    JOIN parties AS party ON party.organization_id = ${own} AND party.id = document.party_id
    ORDER BY document.retention_release_date NULLS LAST, document.document_date, document.id`.execute(db)
  return rows
}
