import { sql } from 'kysely'
import { yearCloseEntry } from '#ledger/posting/clear-accounts.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { movementsThrough, sumClasses } from '#server/journal/balances-as-of.ts'
import { post } from '#server/journal/posting/post.ts'
import type { Year } from '#server/years/lock-years.ts'
import { waivable, yearObstacles } from './closing-blockers.ts'

/** Profit and loss accounts: revenue and expense. */
export const resultClasses = ['R', 'X'] as const

/**
 * The closing entry (V47, V48): every income and expense account of each branch into the branch's retained earnings,
 * then a snapshot of where all accounts stand. The years are locked, so nothing is posted meanwhile.
 */
export async function closeYear(
  context: Context,
  year: Year,
  years: readonly Year[],
  waivesVat: boolean,
): Promise<void> {
  const obstacles = await yearObstacles(context, year, years)
  const [obstacle] = obstacles.filter((one) => !(waivesVat && context.session.is_owner && one.code === waivable))
  if (obstacle) throw new Refusal(obstacle.code, { field: 'status', params: obstacle.params })
  const sums = await sumClasses(context, year.ended_at, resultClasses)
  const entry = yearCloseEntry(sums.map(({ account_id, ...rest }) => ({ account: account_id, ...rest })))
  const head = {
    date: year.ended_at,
    kind: 'closing',
    source: 'closing',
    source_id: year.id,
    source_revision: year.version,
    description: year.name,
  } as const
  const closing_entry_id = await post(context, { ...year, financial_year_id: year.id }, head, entry)
  await takeSnapshot(context, year)
  const { last } = await context.db
    .selectFrom('journal_entries')
    .select(sql<number>`coalesce(max(entry_number), 0)`.as('last'))
    .executeTakeFirstOrThrow()
  await context.db
    .updateTable('financial_years')
    .set({ closing_entry_id, closed_at: context.services.clock.now(), closed_entry_number: last })
    .where('id', '=', year.id)
    .execute()
}

async function takeSnapshot(context: Context, year: Year): Promise<void> {
  const organization = context.session.organization_id
  await sql`
    INSERT INTO balance_snapshots (organization_id, financial_year_id, account_id, branch_id, currency_id, debit, credit, amount_currency)
    SELECT ${organization}, ${year.id}::bigint, account_id, branch_id, currency_id, sum(debit), sum(credit), sum(amount_currency)
    FROM (${movementsThrough(context, year.ended_at)}) AS movement
    GROUP BY account_id, branch_id, currency_id`.execute(context.db)
}
