import { sql } from 'kysely'
import { decimal, text } from '#ledger/money.ts'
import { yearCloseEntry } from '#ledger/posting/clear-accounts.ts'
import type { Context } from '#server/core/context.ts'
import { type FactsOf, read } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import { movementsThrough, sumClasses } from '#server/journal/balances-as-of.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import { journalLinesOf } from '#server/posting/journal-rows.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'
import type { Year } from '#server/years/lock-years.ts'
import { waivable, yearObstacles } from './closing-blockers.ts'

/** Profit and loss accounts: revenue and expense. */
export const resultClasses = ['R', 'X'] as const

type Closed = { year: Year; waivesVat: boolean }
type Input = Closed & { years: readonly Year[] }

/**
 * The closing entry (V47, V48): every income and expense account of each branch into the branch's retained earnings,
 * then a snapshot of where all accounts stand. The years are locked, so nothing is posted meanwhile.
 */
export function closeYear(context: Context, year: Year, years: readonly Year[], waivesVat: boolean): Promise<void> {
  const input: Input = { year, years, waivesVat }
  return runWrite(context, { needs, decide: decideYearClose }, input)
}

function needs(_: Context, { year, years }: Input) {
  return {
    obstacles: read((context) => yearObstacles(context, year, years)),
    sums: read((context) => sumClasses(context, year.ended_at, resultClasses)),
    balances: read((context) => balancesAt(context, year.ended_at)),
    lastNumber: read(lastEntryNumber),
    accounts: postingAccounts,
  }
}

export function decideYearClose(
  caller: Caller,
  facts: FactsOf<ReturnType<typeof needs>>,
  { year, waivesVat }: Closed,
): Decision<void> {
  const { obstacles, sums, balances, accounts } = facts
  const [obstacle] = obstacles.filter((one) => !(waivesVat && caller.session.is_owner && one.code === waivable))
  if (obstacle) throw new Refusal(obstacle.code, { field: 'status', params: obstacle.params })
  const plan = new Plan(caller, accounts)
  const entry = yearCloseEntry(sums.map(({ account_id, ...rest }) => ({ account: account_id, ...rest })))
  const head = {
    date: year.ended_at,
    kind: 'closing',
    source: 'closing',
    source_id: year.id,
    source_revision: year.version,
    description: year.name,
  } as const
  const closing_entry_id = plan.post({ ...year, financial_year_id: year.id }, head, entry)
  const closing = plan.entries.flatMap((one) => journalLinesOf(one, { session: caller.session, accounts }))
  for (const row of withLines(balances, closing)) plan.add('balance_snapshots', { financial_year_id: year.id, ...row })
  const closed_entry_number = facts.lastNumber + plan.entries.length
  plan.change('financial_years', year.id, { closing_entry_id, closed_at: caller.now, closed_entry_number })
  return { plan, result: () => undefined }
}

type Balance = { account_id: number; branch_id: number; currency_id: number } & Record<
  'debit' | 'credit' | 'amount_currency',
  string
>

/** Where all accounts are at the end of a day. */
async function balancesAt(context: Context, day: string): Promise<Balance[]> {
  const { rows } = await sql<Balance>`
    SELECT account_id, branch_id, currency_id, sum(debit) AS debit, sum(credit) AS credit, sum(amount_currency) AS amount_currency
    FROM (${movementsThrough(context, day)}) AS movement
    GROUP BY account_id, branch_id, currency_id`.execute(context.db)
  return rows
}

/** Balances after the lines of an entry. */
function withLines(balances: readonly Balance[], lines: readonly Balance[]): Balance[] {
  const keyOf = ({ account_id, branch_id, currency_id }: Balance) => `${account_id} ${branch_id} ${currency_id}`
  return [...Map.groupBy([...balances, ...lines], keyOf).values()].map((rows) => {
    const { account_id, branch_id, currency_id } = rows[0] as Balance
    const total = (column: 'debit' | 'credit' | 'amount_currency') =>
      text(rows.reduce((all, row) => all.plus(row[column]), decimal(0)))
    const sums = { debit: total('debit'), credit: total('credit'), amount_currency: total('amount_currency') }
    return { account_id, branch_id, currency_id, ...sums }
  })
}

async function lastEntryNumber({ db }: Context): Promise<number> {
  const { last } = await db
    .selectFrom('journal_entries')
    .select(sql<number>`coalesce(max(entry_number), 0)`.as('last'))
    .executeTakeFirstOrThrow()
  return last
}
