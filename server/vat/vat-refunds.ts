import { sql } from 'kysely'
import { type Decimal, decimal } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'

/**
 * The part of claimed credits that was settled since a day: manual entries that credited the settlement account, as
 * money received or a claim that was written off. A reversed payment and its reversal both do not count.
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
