import type pg from 'pg'
import type { Ground } from './ground.ts'
import { daysSoFar, firstDay, type Roles, takeIds, takeNumbers, thisYear } from './reserve.ts'

/** Manual entries: rent, electricity, telephone and software, paid from cash; sometimes petty cash is refilled. */
export async function fillManual(client: pg.Client, ground: Ground, count: number, roles: Roles): Promise<void> {
  const { organization, branch, currency, user, year } = ground
  const manual = await takeIds(client, 'manual_entries', count)
  const entries = await takeIds(client, 'journal_entries', count)
  const entryNumbers = await takeNumbers(client, organization, 'entry', '', count)
  const numbers = await takeNumbers(client, organization, 'manual', thisYear(), count)
  await client.query(booked, [count, organization, firstDay(), daysSoFar(), numbers])
  await client.query(manualRows, [organization, branch, currency, user, manual, entries])
  await client.query(manualLines, [organization, manual, roles.get('CASH')])
  await client.query(journal, [organization, year, user, manual, entries, entryNumbers])
  await client.query(journalLines, [organization, branch, currency, entries, roles.get('CASH')])
  await client.query('DROP TABLE booked')
}

const booked = `CREATE TEMPORARY TABLE booked AS
  SELECT i, $3::date + (i::bigint * $4 / $1)::integer AS day, expense.id AS account, expense.name AS description, (20 + i % 97)::numeric AS amount,
    'JV-' || extract(year FROM $3::date) || '-' || lpad(($5 + i - 1)::text, greatest(6, length(($5 + i - 1)::text)), '0') AS number
  FROM generate_series(1, $1::integer) AS i
  JOIN accounts AS expense ON expense.organization_id = $2 AND expense.number = CASE WHEN i % 40 = 0 THEN '110102' ELSE (ARRAY['520201', '520202', '520203', '520208'])[1 + i % 4] END`

const manualRows = `INSERT INTO manual_entries (organization_id, id, number, journal_date, branch_id, currency_id, description, amount, state, entry_id, created_by)
  SELECT $1, $5 + i, number, day, $2, $3, description, amount, 'posted', $6 + i, $4 FROM booked`

const manualLines = `INSERT INTO manual_entry_lines (organization_id, manual_entry_id, line_number, account_id, debit, credit)
  SELECT $1, $2 + i, line.number, line.account, line.debit, line.credit
  FROM booked CROSS JOIN LATERAL (VALUES (1, booked.account, amount, 0::numeric), (2, $3::bigint, 0, amount)) AS line (number, account, debit, credit)`

const journal = `INSERT INTO journal_entries (organization_id, id, entry_number, entry_date, financial_year_id, kind, source, source_id, description,
    total_debit, total_credit, line_count, posted_by, posted_at)
  SELECT $1, $5 + i, $6 + i - 1, day, $2, 'manual', 'manual', $4 + i, description, amount, amount, 2, $3, day + interval '9 hours' FROM booked`

const journalLines = `INSERT INTO journal_lines (organization_id, entry_id, line_number, entry_date, account_id, branch_id, debit, credit, currency_id,
    amount_currency)
  SELECT $1, $4 + i, line.number, day, line.account, $2, line.debit, line.credit, $3, line.debit - line.credit
  FROM booked CROSS JOIN LATERAL (VALUES (1, booked.account, amount, 0::numeric), (2, $5::bigint, 0, amount)) AS line (number, account, debit, credit)`
