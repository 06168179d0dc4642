import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#server/kit/context.ts'

/**
 * The sums a trial balance is made of, per posting account, for any two days: whole months come from the kept
 * balances, only the two partial months at the ends from the lines. `opening` is debit minus credit before `from`
 * (profit and loss accounts: since the start of their year), movements leave closing entries out (ledger.md 5.1).
 */
export type AccountSums = { account_id: number; opening: string; debit: string; credit: string; unclosed: string }
export type TrialBalancePeriod = { from: string; to: string; year_start: string; branch_id: number | undefined }

export async function sumAccounts({ db, session }: Context, period: TrialBalancePeriod): Promise<AccountSums[]> {
  const { from, to, year_start, branch_id } = period
  const organization = session.organization_id
  const branch = branch_id === undefined ? sql`` : sql`AND branch_id = ${branch_id}`
  const { rows } = await sql<AccountSums>`
    WITH movements AS (${kept(organization, branch, period)} UNION ALL ${partial(organization, branch, period)})
    SELECT account.id AS account_id,
      coalesce(sum(debit - credit) FILTER (WHERE day < ${from}::date AND (account.class IN ('A', 'L', 'E') OR (day >= ${year_start}::date AND NOT closing))), 0) AS opening,
      coalesce(sum(debit) FILTER (WHERE day BETWEEN ${from}::date AND ${to}::date AND NOT closing), 0) AS debit,
      coalesce(sum(credit) FILTER (WHERE day BETWEEN ${from}::date AND ${to}::date AND NOT closing), 0) AS credit,
      coalesce(sum(debit - credit) FILTER (WHERE day < ${year_start}::date AND account.class IN ('R', 'X')), 0) AS unclosed
    FROM accounts AS account
    JOIN movements ON movements.account_id = account.id
    WHERE account.organization_id = ${organization}
    GROUP BY account.id`.execute(db)
  return rows
}

type Part = RawBuilder<unknown>

/** A month counts as its first day; those that hold one of the three cut days are read line by line instead. */
function kept(organization: number, branch: Part, period: TrialBalancePeriod) {
  return sql`
    SELECT account_id, month AS day, debit, credit, kind = 2 AS closing FROM balances
    WHERE organization_id = ${organization} AND month <= ${period.to}::date AND month <> ALL (${cutMonths(period)}::date[]) ${branch}`
}

function partial(organization: number, branch: Part, period: TrialBalancePeriod) {
  const months = cutMonths(period)
  if (months.length === 0) return sql`SELECT NULL::bigint, NULL::date, 0::numeric, 0::numeric, false WHERE false`
  return sql`
    SELECT line.account_id, line.entry_date AS day, line.debit, line.credit, entry.kind = 'closing' AS closing
    FROM unnest(${months}::date[]) AS cut (month)
    JOIN journal_entries AS entry ON entry.organization_id = ${organization}
      AND entry.entry_date >= cut.month AND entry.entry_date < cut.month + interval '1 month' AND entry.entry_date <= ${period.to}::date
    JOIN journal_lines AS line ON line.organization_id = ${organization} AND line.entry_id = entry.id ${branch}`
}

/** The months in which a cut falls somewhere inside: only those need their lines. */
function cutMonths({ from, to, year_start }: TrialBalancePeriod): string[] {
  const starts = [from, year_start].filter((day) => !day.endsWith('-01'))
  const ends = isMonthEnd(to) ? [] : [to]
  return [...new Set([...starts, ...ends].map((day) => `${day.slice(0, 7)}-01`))]
}

function isMonthEnd(day: string): boolean {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return new Date(Date.UTC(year, month, 0)).getUTCDate() === date
}
