import { sql } from 'kysely'
import type { z } from 'zod'
import type { reports } from '#contract/reports/reports.ts'
import type { SheetInput, SheetRow } from '#contract/reports/sheet.ts'
import { type Decimal, decimal, sum, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { column, named, sheetOf, withLeadingColumns, word } from '../framework/sheet.ts'
import { accountBalanceAt } from '../receivables/open-items-from-lines.ts'

type Query = z.output<(typeof reports.deferrals)['calls']['show']['query']>
type Waiting = {
  id: number
  side: string
  account_id: number
  account_number: string
  account: string
  account_en: string | null
  document_id: number
  kind: string
  number: string
  party: string
  party_en: string | null
  from_date: string
  to_date: string
  amount: string
  recognised: string
}

/**
 * What waits of rows spread over months at the end of a day, by the account where it waits (accounting rule 2.1-12). With what was posted to the account otherwise it is the
 * balance of the account; the difference is that of the schedules to their entries.
 */
export async function showDeferrals(context: Context, query: Query): Promise<SheetInput> {
  const to = query.to ?? context.today
  const waiting = await waitingAt(context, to)
  const accounts = [...Map.groupBy(waiting, ({ account_id }) => account_id)]
  const sections = await Promise.all(accounts.map(([account_id, rows]) => sectionOf(context, to, account_id, rows)))
  const difference = sum(sections.map((section) => section.difference))
  return sheetOf(
    { to },
    columns,
    sections.flatMap(({ rows }) => rows),
    {
      difference: sections.length === 0 ? null : text(difference),
    },
  )
}

const columns = withLeadingColumns(
  ['remaining'],
  [
    column('entry', 'label'),
    column('party', 'text'),
    column('spread_from', 'date'),
    column('spread_to', 'date'),
    column('amount', 'amount'),
    column('recognised', 'amount'),
    column('remaining', 'amount', { query: {} }),
  ],
)

async function sectionOf(context: Context, to: string, account_id: number, rows: readonly Waiting[]) {
  const [first] = rows as [Waiting]
  const sign = first.side === 'sales' ? -1 : 1
  const [balance, booked] = await Promise.all([
    accountBalanceAt(context, to, undefined, [account_id]),
    bookedByDeferrals(context, to, account_id),
  ])
  const remaining = sum(rows.map(remainingOf))
  const whole = decimal(balance).times(sign)
  const others = whole.minus(decimal(booked).times(sign))
  const sumRow = (key: string, figures: Record<string, Decimal>, style: SheetRow['style'] = 'line'): SheetRow => ({
    key: `${key}:${account_id}`,
    style,
    level: 2,
    label: word(`lines.${key}`),
    texts: {},
    link: null,
    figures: Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, text(value)])),
  })
  const heading: SheetRow = {
    key: `account:${account_id}`,
    style: 'heading',
    level: 1,
    texts: {},
    figures: {},
    link: null,
    label: { name: first.account, name_en: first.account_en, code: first.account_number },
  }
  const closing: SheetRow = {
    ...sumRow('account_balance', { remaining: whole }, 'subtotal'),
    link: { to: 'account_statement', query: { account_id, to } },
  }
  return {
    rows: [
      heading,
      ...rows.filter((row) => !remainingOf(row).eq(0)).map(waitingRow),
      ...(others.eq(0) ? [] : [sumRow('posted_otherwise', { remaining: others })]),
      closing,
    ],
    difference: remaining.minus(whole.minus(others)),
  }
}

const remainingOf = ({ amount, recognised }: Waiting): Decimal => decimal(amount).minus(recognised)

const waitingRow = (row: Waiting): SheetRow => ({
  key: `deferral:${row.id}`,
  style: 'line',
  level: 2,
  label: named({ name: row.number, name_en: row.number }),
  texts: { party: { name: row.party, name_en: row.party_en }, spread_from: row.from_date, spread_to: row.to_date },
  figures: { amount: row.amount, recognised: row.recognised, remaining: text(remainingOf(row)) },
  link: { to: row.kind, query: { id: row.document_id } },
})

/** From the schedules themselves, of all accounts where something ever waited. */
async function waitingAt({ db, session }: Context, to: string): Promise<Waiting[]> {
  const own = session.organization_id
  const { rows } = await sql<Waiting>`
    SELECT deferral.id, deferral.side, deferral.account_id, account.number AS account_number, account.name AS account, account.name_en AS account_en,
      deferral.document_id, document.kind, document.number, coalesce(party.name, '') AS party, party.name_en AS party_en,
      deferral.from_date, deferral.to_date, deferral.amount, recognised.amount AS recognised
    FROM deferrals AS deferral
    JOIN accounts AS account ON account.organization_id = ${own} AND account.id = deferral.account_id
    JOIN documents AS document ON document.organization_id = ${own} AND document.id = deferral.document_id
    LEFT JOIN parties AS party ON party.organization_id = ${own} AND party.id = document.party_id
    CROSS JOIN LATERAL (SELECT coalesce(sum(part.amount::numeric), 0) AS amount FROM deferral_parts AS part
      WHERE part.organization_id = ${own} AND part.deferral_id = deferral.id AND part.state = 'posted' AND part.part_date <= ${to}::date) AS recognised
    WHERE deferral.organization_id = ${own} AND deferral.state <> 'cancelled' AND deferral.deferred_on <= ${to}::date
    ORDER BY account.number, deferral.from_date, deferral.id`.execute(db)
  return rows
}

async function bookedByDeferrals({ db, session }: Context, to: string, account_id: number): Promise<string> {
  const { rows } = await sql<{ balance: string }>`
    SELECT coalesce(sum(line.debit - line.credit), 0) AS balance FROM deferrals AS deferral
    JOIN journal_entries AS entry ON entry.organization_id = ${session.organization_id} AND entry.source = 'deferral' AND entry.source_id = deferral.id
    JOIN journal_lines AS line ON line.organization_id = ${session.organization_id} AND line.entry_id = entry.id AND line.account_id = ${account_id}
    WHERE deferral.organization_id = ${session.organization_id} AND deferral.account_id = ${account_id} AND entry.entry_date <= ${to}::date`.execute(
    db,
  )
  return rows[0]?.balance ?? '0'
}
