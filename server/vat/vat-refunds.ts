import { sql } from 'kysely'
import { type Decimal, decimal } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'

/**
 * What of claimed credits has been settled since a day: entries by hand that took it off the settlement account, as money
 * that came or as a claim that was given up. A payment that was taken back stands beside its reversal and is neither.
 */
export async function refundedSince({ db, session, today }: Context, account: number, day: string): Promise<Decimal> {
  const organization = session.organization_id
  const { rows } = await sql<{ amount: string }>`
    SELECT coalesce(sum(own.amount), 0) AS amount
    FROM (SELECT entry_id, sum(credit - debit) AS amount FROM journal_lines
      WHERE organization_id = ${organization} AND account_id = ${account} AND entry_date > ${day}::date AND entry_date <= ${today}::date
      GROUP BY entry_id HAVING sum(credit - debit) > 0 OFFSET 0) AS own
    JOIN journal_entries AS entry ON entry.organization_id = ${organization} AND entry.id = own.entry_id
      AND entry.kind = 'manual' AND entry.reverses_id IS NULL
    WHERE NOT EXISTS (SELECT FROM journal_entries AS reversal
      WHERE reversal.organization_id = ${organization} AND reversal.reverses_id = entry.id)`.execute(db)
  return decimal(rows[0]?.amount ?? 0)
}
