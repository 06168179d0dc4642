import { sql } from 'kysely'
import type { Context } from '#server/core/context.ts'

type BankAccount = {
  id: number
  name: string
  name_en: string | null
  /** The day of its last finished reconciliation. */
  day: string | null
  by: string | null
  at: Date | null
}

/** The accounts with a bank statement or a reconciliation, and through which day each is reconciled. */
export async function bankAccountsReconciled({ db, session }: Context): Promise<BankAccount[]> {
  const own = session.organization_id
  const { rows } = await sql<BankAccount>`
    SELECT account.id, account.name, account.name_en, last.statement_date AS day, person.name AS by, last.created_at AS at
    FROM (
      SELECT account_id FROM bank_reconciliations WHERE organization_id = ${own}
      UNION SELECT account_id FROM bank_statements WHERE organization_id = ${own}) AS used
    JOIN accounts AS account ON account.organization_id = ${own} AND account.id = used.account_id
    LEFT JOIN LATERAL (
      SELECT statement_date, created_by, created_at FROM bank_reconciliations
      WHERE organization_id = ${own} AND account_id = used.account_id AND state = 'finished'
      ORDER BY statement_date DESC LIMIT 1) AS last ON true
    LEFT JOIN users AS person ON person.organization_id = ${own} AND person.id = last.created_by
    ORDER BY account.number`.execute(db)
  return rows
}
