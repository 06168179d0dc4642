import { sql } from 'kysely'
import type { Entry } from '#ledger/entry.ts'
import { type Decimal, decimal, min, sum, zero } from '#ledger/money.ts'
import { type BranchStock, branchSupplyEntry, takenWhereHeld } from '#ledger/posting/branch-transfer.ts'
import type { Context } from '#server/core/context.ts'
import type { Need } from '#server/core/needs.ts'
import type { Accounts } from '#server/journal/accounts.ts'
import type { Period } from '#server/journal/periods.ts'
import { unsummedEntries } from '#server/posting/late-sums.ts'
import type { Plan, PlannedEntry, PlannedHead } from '#server/posting/plan.ts'

type DayValue = { branch_id: number; day: string; value: Decimal }
/**
 * How the inventory account of each branch changed until the end of a day, and on each later one. `unsummed`: entries that are not in these
 * sums yet.
 */
export type BranchStockFacts = { from: string; changes: readonly DayValue[]; unsummed?: readonly PlannedEntry[] }

/** What the branches hold from a day on. Not locked: the balances of branches belong to no row that a write locks. */
export const branchStockFrom = (date: string): Need<BranchStockFacts> => ({
  load: async (context) => ({
    from: date,
    changes: await changesFrom(context, date),
    unsummed: unsummedEntries(context),
  }),
})

async function changesFrom({ db, session }: Context, date: string): Promise<DayValue[]> {
  const organization = session.organization_id
  const inventory = sql`(SELECT id FROM accounts WHERE organization_id = ${organization} AND role = 'INV')`
  const { rows } = await sql<{ branch_id: number; day: string; value: string }>`
    WITH moved AS (
      SELECT branch_id, ${date}::date AS day, debit - credit AS value FROM monthly_balances
      WHERE organization_id = ${organization} AND account_id = ${inventory} AND month < date_trunc('month', ${date}::date + 1)::date
      UNION ALL
      SELECT branch_id, greatest(day, ${date}::date), debit - credit FROM daily_balances
      WHERE organization_id = ${organization} AND account_id = ${inventory} AND day >= date_trunc('month', ${date}::date + 1)::date)
    SELECT branch_id, day, sum(value) AS value FROM moved GROUP BY branch_id, day ORDER BY branch_id, day`.execute(db)
  return rows.map((row) => ({ ...row, value: decimal(row.value) }))
}

/** The least that each branch holds at the end of a day or of any later one, after the entries of a plan. */
function leastHeld(planned: Planned, date: string): BranchStock[] {
  const days = changesAfter(planned, date)
  return [...days].map(([branch_id, own]) => ({ branch_id, held: leastRunning(own) }))
}

/** The changes of each branch from a day on, the first of them all before it. */
function changesAfter({ facts, accounts, entries }: Planned, date: string): Map<number, DayValue[]> {
  const { from, changes, unsummed = [] } = facts
  if (date < from) throw new Error(`the stock of branches is known from ${from} on`)
  const inventory = accounts.idOf('INV')
  const planned = [...unsummed, ...entries].flatMap(({ head, entry }) =>
    entry.lines
      .filter((line) => accounts.idOf(line.account) === inventory)
      .map((line) => ({ branch_id: line.branch_id, day: head.date, value: line.debit.minus(line.credit) })),
  )
  const all = [...changes, ...planned].map((row) => ({ ...row, day: row.day < date ? date : row.day }))
  return Map.groupBy(all, ({ branch_id }) => branch_id)
}

/** What is held at the end of each day that changed it. */
function runningOf(changes: readonly DayValue[]): { day: string; held: Decimal }[] {
  const days = Map.groupBy(changes, ({ day }) => day)
  let held = zero
  return [...days.keys()].sort().map((day) => {
    held = held.plus(sum((days.get(day) ?? []).map(({ value }) => value)))
    return { day, held }
  })
}

const leastRunning = (changes: readonly DayValue[]): Decimal =>
  runningOf(changes).reduce((least, { held }, at) => (at === 0 ? held : min(least, held)), zero)

type Leaving = { date: string; branch_id: number; cost: Decimal }
type Planned = { facts: BranchStockFacts; accounts: Pick<Accounts, 'idOf'>; entries: readonly PlannedEntry[] }

/**
 * The entry for goods that leave, supplied by other branches if their own has less than their value on that day or
 * later: stock is one pool of the organisation, but no branch may be negative.
 */
export function supplyFromBranches(
  { facts, accounts, entries }: Planned,
  entry: Entry,
  { date, branch_id, cost }: Leaving,
): Entry {
  if (cost.lte(0)) return entry
  return takenWhereHeld(entry, branch_id, leastHeld({ facts, accounts, entries }, date), 'INV')
}

/** What a branch lacks, and the first day on which it does. */
type Shortage = { branch_id: number; day: string; short: Decimal }

/** The branches that a plan leaves with less than nothing and less than they had. */
function shortages(planned: Planned): Shortage[] {
  const { from } = planned.facts
  const before = new Map(leastHeld({ ...planned, entries: [] }, from).map((one) => [one.branch_id, one.held]))
  return [...changesAfter(planned, from)].flatMap(([branch_id, own]) => {
    const [first] = runningOf(own).filter(({ held }) => held.lt(0))
    const least = leastRunning(own)
    return first && least.lt(before.get(branch_id) ?? zero) ? [{ branch_id, day: first.day, short: least.neg() }] : []
  })
}

/** `source_revision`: from 1 on, another one each time that the record is written. It is stored negative: the revision's own entry may have the same kind and day. */
type Supply = { head: Omit<PlannedHead, 'date' | 'kind'>; periodOf: (day: string) => Period }

/**
 * Plans what the other branches give to one whose goods a reversal takes back after it sold them: the pool of the organization has enough,
 * the branch has not. On the first day on which it has less than nothing.
 */
export function planBranchSupply(
  plan: Plan,
  { branches: facts, accounts }: { branches: BranchStockFacts; accounts: Pick<Accounts, 'idOf'> },
  { head, periodOf }: Supply,
): void {
  const planned = { facts, accounts, entries: plan.entries }
  const days = Map.groupBy(shortages(planned), ({ day }) => day)
  const source_revision = -head.source_revision
  for (const [day, short] of days)
    plan.post(
      periodOf(day),
      { ...head, source_revision, date: day, kind: 'stock' },
      branchSupplyEntry(short, leastHeld(planned, day)),
    )
}
