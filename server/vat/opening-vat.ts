import { sql } from 'kysely'
import type { Range } from '#ledger/calendar/calendar.ts'
import { type Decimal, decimal, text, zero } from '#ledger/money.ts'
import { creditLeft, vatRoles } from '#ledger/statements/vat-return.ts'
import type { Context } from '#server/core/context.ts'
import { type RecordedAsOf, recordedBy } from '#server/journal/as-recorded.ts'
import type { BranchSum } from '#server/journal/balances-as-of.ts'

type Brought = { credit: Decimal; day: string }
/** The opening credit on the settlement account, and its date. The first return carries it forward like a credit of a return. */
export async function openingCredit({ db, session }: Context, to: string, known_at?: RecordedAsOf): Promise<Brought> {
  const organization = session.organization_id
  const { rows } = await sql<{ balance: string | null; day: string }>`
    SELECT sum(line.credit - line.debit) AS balance, max(entry.entry_date) AS day FROM opening_balances AS opening
    JOIN journal_entries AS entry ON entry.organization_id = ${organization} AND entry.id = opening.entry_id
    JOIN journal_lines AS line ON line.organization_id = ${organization} AND line.entry_id = entry.id
    JOIN accounts AS account ON account.organization_id = ${organization} AND account.id = line.account_id AND account.role = 'VAT_SETTLE'
    WHERE opening.organization_id = ${organization} AND entry.entry_date <= ${to}::date ${recordedBy(known_at, sql`entry.posted_at`)}`.execute(
    db,
  )
  return { credit: creditLeft(rows[0]?.balance ?? 0), day: rows[0]?.day ?? to }
}

/**
 * The opening balances on the VAT accounts themselves. They are no longer allowed, and no return contains them. They are settled
 * by a separate entry of the opening.
 */
export async function openedSums({ db, session }: Context, to: string): Promise<BranchSum[]> {
  const organization = session.organization_id
  const { rows } = await sql<BranchSum>`
    SELECT line.account_id, line.branch_id, sum(line.debit - line.credit) AS balance FROM journal_entries AS entry
    JOIN journal_lines AS line ON line.organization_id = ${organization} AND line.entry_id = entry.id
    JOIN accounts AS account ON account.organization_id = ${organization} AND account.id = line.account_id AND account.role = ANY (${vatRoles}::text[])
    WHERE entry.organization_id = ${organization} AND entry.source = 'opening' AND entry.entry_date <= ${to}::date
    GROUP BY 1, 2 HAVING sum(line.debit - line.credit) <> 0`.execute(db)
  return rows
}

/** Balances of accounts and branches less others. */
export function lessSums(all: readonly BranchSum[], less: readonly BranchSum[]): BranchSum[] {
  const keyOf = ({ account_id, branch_id }: BranchSum) => `${account_id} ${branch_id}`
  const taken = new Map(less.map((row) => [keyOf(row), row]))
  const rest = all.map((row) => ({
    ...row,
    balance: decimal(row.balance).minus(taken.get(keyOf(row))?.balance ?? zero),
  }))
  const known = new Set(all.map(keyOf))
  const only = less.filter((row) => !known.has(keyOf(row)))
  return [...rest, ...only.map((row) => ({ ...row, balance: decimal(row.balance).neg() }))]
    .filter(({ balance }) => !balance.eq(0))
    .map((row) => ({ ...row, balance: text(row.balance) }))
}

/** The first day of a possible return: the day of the first tax row, the day after the opening, or the day of the first entry. */
export async function firstDay({ db, session, today }: Context): Promise<Pick<Range, 'from'> & { taxed: string }> {
  const organization = session.organization_id
  const { rows } = await sql<{ taxed: string | null; opened: string | null; posted: string | null }>`
    SELECT (SELECT min(tax_date) FROM tax_entries WHERE organization_id = ${organization}) AS taxed,
      (SELECT opening_date + 1 FROM opening_balances WHERE organization_id = ${organization}) AS opened,
      (SELECT entry_date FROM journal_entries WHERE organization_id = ${organization} AND kind <> 'opening'
        ORDER BY organization_id, entry_date, id LIMIT 1) AS posted`.execute(db)
  const { taxed = null, opened = null, posted = null } = rows[0] ?? {}
  const [from = today] = [taxed, opened, posted].filter((day) => day !== null).sort()
  return { from: from < today ? from : today, taxed: taxed ?? today }
}
