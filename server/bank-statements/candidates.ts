import { sql } from 'kysely'
import { openLines } from '#server/bank/bank-lines.ts'
import { bankCurrency } from '#server/bank/reconciliation-balance.ts'
import type { Context } from '#server/core/context.ts'
import { beside, sourceNumbers } from '#server/reports/account-statement/statement-rows.ts'
import type { StoredRule } from './rule-fits.ts'
import type { StoredLine } from './stored-line.ts'

export type BookLine = {
  account_id: number
  entry_id: number
  line_number: number
  entry_date: string
  amount: string
  description: string | null
  number: string | null
  party: string | null
}
/** How long before and after the bank's line its line of the books may be. */
export const daysBefore = 40
export const daysAfter = 10
const booksMaximum = 50_000

/** Lines of the books on the accounts of these lines, of the same amounts, about the same days, that no line of a bank is yet. */
export async function booksOf(context: Context, lines: readonly StoredLine[]): Promise<BookLine[]> {
  const accounts = [...new Set(lines.map((line) => line.account_id))]
  const found = await Promise.all(
    accounts.map((account) =>
      booksOn(
        context,
        account,
        lines.filter((line) => line.account_id === account),
      ),
    ),
  )
  return found.flat()
}

async function booksOn(context: Context, account_id: number, lines: readonly StoredLine[]): Promise<BookLine[]> {
  const organization = context.session.organization_id
  const days = lines.map((line) => line.line_date).toSorted()
  const [first, last] = [days[0] as string, days.at(-1) as string]
  const currency = await bankCurrency(context, account_id)
  const scope = { account_id, currency_id: currency.id, day: shifted(last, daysAfter) }
  const { rows } = await sql<BookLine>`
    WITH page AS MATERIALIZED (
      SELECT line.* FROM (${openLines(context, scope)}) AS line
      WHERE line.entry_date >= ${shifted(first, -daysBefore)}::date AND line.amount = ANY (${lines.map((line) => line.amount)}::numeric[])
        AND NOT EXISTS (SELECT FROM bank_line_matches AS matched WHERE matched.organization_id = ${organization}
          AND matched.entry_id = line.entry_id AND matched.line_number = line.line_number)
      LIMIT ${booksMaximum})
    SELECT ${account_id}::bigint AS account_id, page.entry_id, page.line_number, page.entry_date, page.amount, coalesce(line.description, entry.description) AS description,
      coalesce(document.number, payment.number, manual.number) AS number, coalesce(documented.name, payer.name) AS party
    FROM page
    JOIN journal_lines AS line ON line.organization_id = ${organization} AND line.entry_id = page.entry_id AND line.line_number = page.line_number
    ${beside('journal_entries', 'entry', organization, sql`page.entry_id`)}
    ${sourceNumbers(organization)}
    ${beside('parties', 'documented', organization, sql`document.party_id`)}
    ${beside('parties', 'payer', organization, sql`payment.party_id`)}`.execute(context.db)
  return rows
}

const shifted = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 864e5).toISOString().slice(0, 10)

/**
 * Open lines of another account of the bank's with the opposite amount, at most three days apart. Each is looked up by its account and
 * days: how many lines there are is not known to a plan.
 */
export async function transfersOf({ db, session }: Context, lines: readonly StoredLine[]) {
  const organization = session.organization_id
  const { rows } = await sql<{ line_id: number; account_id: number; account: string; line_date: string }>`
    WITH own AS MATERIALIZED (
      SELECT * FROM unnest(${lines.map(({ id }) => id)}::bigint[], ${lines.map((line) => line.account_id)}::bigint[],
        ${lines.map(({ amount }) => amount)}::numeric[], ${lines.map((line) => line.line_date)}::date[]) AS own (id, account_id, amount, line_date)),
    banks AS MATERIALIZED (SELECT DISTINCT account_id FROM bank_statements WHERE organization_id = ${organization})
    SELECT own.id AS line_id, banks.account_id, account.name AS account, other.line_date
    FROM own JOIN banks ON banks.account_id <> own.account_id
    CROSS JOIN LATERAL (
      SELECT line_date FROM bank_statement_lines AS line WHERE line.organization_id = ${organization} AND line.account_id = banks.account_id
        AND line.state = 'open' AND line.line_date BETWEEN own.line_date - 3 AND own.line_date + 3 AND line.amount = -own.amount OFFSET 0) AS other
    ${beside('accounts', 'account', organization, sql`banks.account_id`)}`.execute(db)
  return rows
}

/** The rules in use, the oldest first. */
export const rulesFor = ({ db }: Context): Promise<StoredRule[]> =>
  db
    .selectFrom('bank_rules')
    .innerJoin('accounts', 'accounts.id', 'bank_rules.account_id')
    .select([
      'bank_rules.id',
      'bank_rules.name',
      'bank_account_id',
      'direction',
      'words',
      'amount_min',
      'amount_max',
      'account_id',
    ])
    .select('accounts.name as account_name')
    .where('bank_rules.status', '=', 'active')
    .orderBy('bank_rules.id')
    .execute()
