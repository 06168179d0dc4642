import type pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { bodies } from '../harness/bodies.ts'
import {
  createOrganization,
  expectOk,
  idOf,
  invoiceBody,
  type Organization,
  paymentBody,
} from '../harness/organization.ts'
import { withSuperuser } from '../harness/role.ts'

// The domains and triggers of the posting tables apply to every writer (0001-types-and-reference-data.sql, 0007-documents.sql).

let app: TestApp
let owner: Organization
let invoice: number
beforeAll(async () => {
  app = await createTestApp()
  owner = await createOrganization(app)
  invoice = await idOf(owner.post('/invoices', invoiceBody(owner)))
  const references = [{ reference_id: invoice, amount: 10 }]
  expectOk(await owner.post('/accounting/income-payments', paymentBody(owner, { amount: 10, references })))
  expectOk(await owner.post('/branches', await bodies.branches(owner)))
})

/** The condition that a statement of the superuser breaks, at the commit at the latest; nothing of it lasts. */
const brokenBy = (statement: string, role = 'origin') =>
  withSuperuser(app, async (client) => {
    await client.query(`BEGIN; SET LOCAL session_replication_role = '${role}'`)
    try {
      await client.query(`${statement}; SET CONSTRAINTS ALL IMMEDIATE`)
      return undefined
    } catch (error) {
      const { code, constraint } = error as pg.DatabaseError
      return [code, constraint].filter(Boolean).join(' ')
    } finally {
      await client.query('ROLLBACK')
    }
  })

const ofDocuments: Record<string, string> = {
  "kind = 'letter'": 'kind_known',
  "state = 'lost'": 'state_known',
  "status = 'lost'": 'status_known',
  'total = total + 1': 'total_is_sum',
  'net_base = net_base + 1': 'base_is_sum',
  'due_date = document_date - 1': 'due_after_date',
  'reference_id = id': 'notes_refer',
  'number = NULL': 'posted_with_entry',
  'entry_id = NULL': 'posted_with_entry',
  'settled = total + 1': 'not_over_settled',
  'settled = total, settled_base = 0': 'settled_in_base',
  'credited = total + 1': 'not_over_credited',
  "kind = 'advance_invoice', advances_deducted = total, credited = 1": 'not_over_deducted',
  'note_count = -1': 'note_count_counts',
}
const ofPayments: Record<string, string> = {
  "kind = 'gift'": 'kind_known',
  "state = 'lost'": 'state_known',
  'amount = 0, allocated = 0': 'amount_is_some',
  'allocated = amount + 1': 'not_over_allocated',
  'refunded = amount': 'not_over_used',
  'withheld = 1': 'withhold_when_paying',
}
describe.each(['origin', 'replica'])('as %s', (role) => {
  test.each(Object.entries(ofDocuments))('a document is refused with %s', async (set, name) => {
    const statement = `UPDATE documents SET ${set} WHERE id = ${invoice}`
    expect(await brokenBy(statement, role)).toBe(`23514 documents_${name}`)
  })
  test.each(Object.entries(ofPayments))('a payment is refused with %s', async (set, name) => {
    expect(await brokenBy(`UPDATE payments SET ${set}`, role)).toBe(`23514 payments_${name}`)
  })
  test('derived columns follow their sources and ignore given values', async () => {
    await withSuperuser(app, async (client) => {
      await client.query(`BEGIN; SET LOCAL session_replication_role = '${role}'`)
      await client.query("UPDATE documents SET number = 'أ-٧', total = 12.5, subtotal = 12.5, tax = 0, total_units = 1")
      await client.query("UPDATE payments SET number = 'RCV ٨', amount = 99.25, search_text = 'x', amount_units = 1")
      const { rows } = await client.query(`SELECT 'd', search_text, total_units::int AS units FROM documents
        UNION ALL SELECT 'p', search_text, amount_units::int FROM payments ORDER BY 1`)
      await client.query('ROLLBACK')
      expect(rows.map(({ search_text, units }) => [search_text, units])).toEqual([
        ['ا-7', 125_000],
        ['rcv 8', 992_500],
      ])
    })
  })
})

test.each([
  ['monthly_balances', 'kind = 3'],
  ['monthly_balances', 'month = month + 1'],
  ['monthly_balances', 'account_postable = false'],
  ['daily_balances', 'kind = -1'],
  ['trade_monthly_by_party', 'month = month + 1'],
  ['trade_monthly_by_product', 'month = month + 1'],
  ['number_series', 'next_number = 0'],
  ['document_lines', 'quantity = 0'],
  ['document_lines', "quantity = 'NaN'"],
])('%s is refused with %s', async (table, set) => {
  expect(await brokenBy(`UPDATE ${table} SET ${set}`)).toMatch(/^23514 /)
})

test.each([
  ['journal_lines', 'entry_id = entry_id + 900000', 'the journal entry'],
  ['daily_balances', 'account_id = account_id + 900000', 'the account'],
  ['monthly_balances', 'account_id = account_id + 900000', 'the account'],
])('a row of %s with %s is refused, because %s does not exist', async (table, set) => {
  const statement = `ALTER TABLE ${table} DISABLE TRIGGER USER; UPDATE ${table} SET ${set}`
  expect(await brokenBy(statement)).toMatch(/^23503 /)
})

/** An entry on the first one's day, of a kind, totals and count of lines, with these lines on the first one's account. */
const entry = (head: string, lines: string) =>
  `WITH one AS (SELECT * FROM journal_entries ORDER BY id LIMIT 1),
  made AS (INSERT INTO journal_entries (organization_id, entry_number, entry_date, financial_year_id, source, source_id, source_revision,
      kind, total_debit, total_credit, line_count)
    SELECT organization_id, 900, entry_date, financial_year_id, 'manual', 900, 1, ${head} FROM one RETURNING *)
  INSERT INTO journal_lines (organization_id, entry_id, line_number, entry_date, account_id, branch_id, debit, credit, currency_id, amount_currency, party_kind)
  SELECT made.organization_id, made.id, given.place, made.entry_date, line.account_id, line.branch_id, given.debit, given.credit, line.currency_id, given.debit - given.credit, given.party
  FROM made, (SELECT * FROM journal_lines ORDER BY entry_id, line_number LIMIT 1) AS line, (VALUES ${lines}) AS given (place, debit, credit, party)`
const head = "'manual', 7, 7, 2"
const lines = '(1, 7, 0, NULL), (2, 0, 7, NULL)'

test('a correct entry is accepted', async () => {
  expect(await brokenBy(entry(head, lines))).toBeUndefined()
})
test.each([
  ['of an unknown kind', entry("'letter', 7, 7, 2", lines)],
  ['with totals of two sorts', entry("'manual', 7, 8, 2", lines)],
  ['of one line', entry("'manual', 7, 7, 1", '(1, 7, 0, NULL)')],
  ['of nothing', entry("'manual', 0, 0, 2", '(1, 0, 0, NULL), (2, 0, 0, NULL)')],
  ['with a line of two sides', entry("'manual', 14, 14, 2", '(1, 7, 7, NULL), (2, 7, 7, NULL)')],
  ['with half a party', entry(head, "(1, 7, 0, 'customer'), (2, 0, 7, NULL)")],
])('an entry %s is refused', async (_, statement) => {
  expect(await brokenBy(statement)).toBe('23514')
})

/** The second branch of the two. */
const other = '(SELECT max(id) FROM branches)'
const balanced = entry(head, lines)
test.each([
  [
    'whose branches do not balance',
    balanced.replace('line.branch_id, given', `CASE given.place WHEN 1 THEN ${other} ELSE line.branch_id END, given`),
  ],
  ['with lines of another day', balanced.replace('made.entry_date, line', 'made.entry_date + 1, line')],
  [
    'of before with lines that join it',
    `INSERT INTO journal_lines (organization_id, entry_id, line_number, entry_date, account_id, branch_id, debit, credit, currency_id, amount_currency)
    SELECT organization_id, entry_id, given.place, entry_date, account_id, branch_id, given.debit, given.credit, currency_id, given.debit - given.credit
    FROM (SELECT * FROM journal_lines ORDER BY entry_id, line_number LIMIT 1) AS line, (VALUES (90, 7, 0), (91, 0, 7)) AS given (place, debit, credit)`,
  ],
])('4.4: an entry %s is refused', async (_, statement) => {
  expect(statement).not.toBe(balanced)
  expect(await brokenBy(statement)).toBe('23514')
})
