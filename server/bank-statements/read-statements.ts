import { sql } from 'kysely'
import { bookBalance } from '#server/bank/reconciliation-balance.ts'
import type { Context } from '#server/core/context.ts'
import { ownTenant } from '#server/db/tenant/verbs.ts'
import type { AnyQuery, Listing } from '#server/resource/list.ts'
import { findRow } from '#server/resource/table.ts'

const account = sql`json_build_object('id', accounts.id, 'number', accounts.number, 'name', accounts.name, 'name_en', accounts.name_en)`
const open = sql<number>`(SELECT count(*) FROM bank_statement_lines AS line WHERE line.organization_id = ${ownTenant}
  AND line.statement_id = bank_statements.id AND line.state = 'open')`
/** The gap since the previous statement: its closing balance is this one's opening balance. */
const gap = sql<string | null>`bank_statements.opening_balance - (
  SELECT earlier.closing_balance FROM bank_statements AS earlier
  WHERE earlier.organization_id = ${ownTenant} AND earlier.account_id = bank_statements.account_id
    AND earlier.to_date < bank_statements.from_date ORDER BY earlier.to_date DESC, earlier.id DESC LIMIT 1)`
const user = sql<string>`(SELECT name FROM users WHERE users.organization_id = ${ownTenant} AND users.id = bank_statements.created_by)`

export const statementListing: Listing = {
  table: 'bank_statements',
  from: (db) =>
    db
      .selectFrom('bank_statements')
      .innerJoin('accounts', 'accounts.id', 'bank_statements.account_id')
      .innerJoin('currencies', 'currencies.id', 'bank_statements.currency_id'),
  select: (query) =>
    query
      .selectAll('bank_statements')
      .select([
        account.as('account'),
        sql`to_json(currencies)`.as('currency'),
        open.as('lines_open'),
        gap.as('gap'),
        user.as('created_by'),
      ]),
  sort: { account: 'accounts.number' },
}

export const readBankStatement = ({ db }: Context, id: number) =>
  findRow(statementListing.select(statementListing.from(db)).where('bank_statements.id', '=', id) as AnyQuery)

/** A statement with the balance of the books on its last day and the sum of its open lines: how far they are from each other. */
export async function statementWithBooks(context: Context, id: number) {
  const statement = (await readBankStatement(context, id)) as {
    account_id: number
    currency_id: number
    to_date: string
  }
  const { account_id, currency_id, to_date: day } = statement
  const [book_balance, open] = await Promise.all([
    bookBalance(context, { account_id, currency_id, day }),
    context.db
      .selectFrom('bank_statement_lines')
      .select(sql<string>`coalesce(sum(amount), 0)`.as('amount'))
      .where('statement_id', '=', id)
      .where('state', '=', 'open')
      .executeTakeFirstOrThrow(),
  ])
  return { ...statement, book_balance, open_amount: open.amount }
}

export const lineListing: Listing = {
  table: 'bank_statement_lines',
  from: (db) => db.selectFrom('bank_statement_lines'),
  select: (query) => query.selectAll('bank_statement_lines'),
}
