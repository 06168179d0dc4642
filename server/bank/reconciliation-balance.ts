import { sql } from 'kysely'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { movementsThrough } from '#server/journal/balances-as-of.ts'
import type { BankLineScope } from './bank-lines.ts'

type Currency = { id: number; code: string; decimals: number }

/**
 * The currency the bank keeps an account in: that of its last reconciliation, or the one that alone ever moved on it, or that of its
 * latest statement, or else our own.
 * Refuses what is no account of cash or a bank.
 */
export async function bankCurrency({ db, session }: Context, accountId: number): Promise<Currency> {
  const { rows } = await sql<Currency>`
    SELECT currency.* FROM accounts AS account
    LEFT JOIN LATERAL (SELECT currency_id FROM bank_reconciliations AS last
      WHERE last.organization_id = ${session.organization_id} AND last.account_id = account.id ORDER BY statement_date DESC LIMIT 1) AS last ON true
    LEFT JOIN LATERAL (SELECT min(currency_id) AS currency_id FROM monthly_balances AS moved
      WHERE moved.organization_id = ${session.organization_id} AND moved.account_id = account.id HAVING min(currency_id) = max(currency_id)) AS held ON true
    LEFT JOIN LATERAL (SELECT currency_id FROM bank_statements AS statement
      WHERE statement.organization_id = ${session.organization_id} AND statement.account_id = account.id ORDER BY id DESC LIMIT 1) AS said ON true
    JOIN currencies AS currency ON currency.id = coalesce(last.currency_id, held.currency_id, said.currency_id, ${session.organization.currency_id})
    WHERE account.organization_id = ${session.organization_id} AND account.id = ${accountId} AND account.type = 'sub' AND account.cash_flow_tag = 'cash'`.execute(
    db,
  )
  if (!rows[0]) throw new Refusal('invalid_input', { errors: { account_id: { code: 'unknown_reference' } } })
  return rows[0]
}

/** The latest finished reconciliation of an account, or the latest before a day. */
export const lastFinished = ({ db }: Context, accountId: number, before?: string) =>
  db
    .selectFrom('bank_reconciliations')
    .select(['id', 'statement_date', 'statement_balance'])
    .where('account_id', '=', accountId)
    .where('state', '=', 'finished')
    .$if(before !== undefined, (query) => query.where('statement_date', '<', before as string))
    .orderBy('statement_date', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The book balance of the account at the end of a day, in the currency of its bank. */
export async function bookBalance(context: Context, { account_id, currency_id, day }: BankLineScope): Promise<string> {
  const isOwn = currency_id === context.session.organization.currency_id
  const amount = isOwn ? sql`debit - credit` : sql`amount_currency`
  const { rows } = await sql<{ amount: string }>`
    SELECT coalesce(sum(${amount}), 0) AS amount FROM (${movementsThrough(context, day)}) AS movement
    WHERE account_id = ${account_id} ${isOwn ? sql`` : sql`AND currency_id = ${currency_id}`}`.execute(context.db)
  return rows[0]?.amount ?? '0'
}
