import { sql } from 'kysely'
import type { Context } from '#server/core/context.ts'
import { beside } from '#server/reports/account-statement/statement-rows.ts'
import type { StoredRule } from './guessing/rule-fits.ts'
import type { StoredLine } from './stored-line.ts'

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

/**
 * The day of a transfer: the money left on the earlier day of both lines. A later entry would leave the account it left unexplained in
 * its reconciliation. A day that is closed is none.
 */
export async function transferDay({ db, session }: Context, line: StoredLine, account_id: number): Promise<string> {
  const organization = session.organization_id
  const { rows } = await sql<{ day: string | null }>`
    SELECT min(line.line_date) AS day FROM bank_statement_lines AS line
    JOIN financial_years AS year ON year.organization_id = ${organization} AND line.line_date BETWEEN year.started_at AND year.ended_at AND year.status = 'open'
    WHERE line.organization_id = ${organization} AND line.account_id = ${account_id} AND line.state = 'open'
      AND line.line_date BETWEEN ${line.line_date}::date - 3 AND ${line.line_date}::date AND line.amount = -${line.amount}::numeric
      AND NOT EXISTS (SELECT FROM period_locks AS lock WHERE lock.organization_id = ${organization} AND lock.kind = 'all' AND lock.locked_through >= line.line_date)`.execute(
    db,
  )
  return rows[0]?.day ?? line.line_date
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
