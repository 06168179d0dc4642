import { sql } from 'kysely'
import { decimal, type Numeric, sum, text } from '#ledger/money.ts'
import { clearOpeningEntry } from '#ledger/posting/clear-accounts.ts'
import type { Context } from '#server/core/context.ts'
import { type FactsOf, known, read } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import { sumRole } from '#server/journal/balances-as-of.ts'
import { requireCurrencyPrecision } from '#server/journal/posting/check-precision.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import { calendarFrom, wholeCalendar } from '#server/posting/facts/calendar.ts'
import { entriesWithin } from '#server/posting/facts/stored-entries.ts'
import { NewId } from '#server/posting/placeholders.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'

const source = 'opening_clearing'

type Input = { date: string; capital: Numeric }
type Cleared = { capital: string; retained: string }

/**
 * Moves opening equity as of a day to capital and, for the rest, to retained earnings (V52). The capital is on the
 * branch with the largest opening balance; the balances of other branches are earnings.
 */
export const clearOpening = (context: Context, input: Input): Promise<Cleared> =>
  runWrite(context, { needs, decide }, input)

const needs = (_: Context, { date }: Input) => ({
  // Clearing is serialized: two concurrent ones would move the same amount.
  calendar: wholeCalendar,
  balances: read((context) => sumRole(context, date, 'OPEN_EQ')),
  accounts: postingAccounts,
})

function decide(
  caller: Caller,
  { calendar, balances, accounts }: FactsOf<ReturnType<typeof needs>>,
  { date, capital }: Input,
): Decision<Cleared> {
  const period = calendar.open(date, 'date', 'manual')
  if (balances.length === 0) throw new Refusal('nothing_to_clear', { field: 'date' })
  requireCurrencyPrecision(accounts, caller.session.organization.currency_id, { capital })
  const total = sum(balances.map((row) => row.balance)).neg()
  const [main] = balances.toSorted((a, b) => decimal(b.balance).abs().cmp(decimal(a.balance).abs()))
  const entries = balances.map((row) =>
    clearOpeningEntry(row.branch_id, row.balance, row.branch_id === main?.branch_id ? capital : 0),
  )
  const cleared = { capital: text(decimal(capital)), retained: text(total.minus(decimal(capital))) }
  const plan = new Plan(caller, accounts)
  const id = new NewId('opening_clearings')
  const head = { date, kind: 'opening', source, source_id: id, source_revision: 1 } as const
  plan.post(period, head, { lines: entries.flatMap((entry) => entry.lines), taxes: [] })
  plan.add('opening_clearings', { id, clearing_date: date, ...cleared, created_by: caller.session.user_id })
  return { plan, result: () => cleared }
}

/** Takes a clearing back, on its date: the capital was another, or more was brought along. */
export const reverseClearing = (context: Context, id: number): Promise<void> =>
  runWrite(context, { needs: needsOfReversal, decide: decideReversal }, id)

async function needsOfReversal(context: Context, id: number) {
  const unlocked = await clearingOf(context, id).executeTakeFirst()
  if (!unlocked) throw new Refusal('not_found')
  return {
    date: known(unlocked.clearing_date),
    calendar: calendarFrom(unlocked.clearing_date),
    clearing: read((own) => clearingOf(own, id).forUpdate().executeTakeFirst()),
    entries: entriesWithin(
      (organization) => sql`SELECT id FROM journal_entries
        WHERE organization_id = ${organization} AND source = ${source} AND source_id = ${id} AND reverses_id IS NULL`,
    ),
    accounts: postingAccounts,
  }
}

function decideReversal(
  caller: Caller,
  { date, calendar, clearing, entries, accounts }: FactsOf<Awaited<ReturnType<typeof needsOfReversal>>>,
  id: number,
): Decision<void> {
  const period = calendar.open(date, 'date', 'manual')
  if (clearing?.state !== 'posted') throw new Refusal('already_reversed', { field: 'date' })
  const plan = new Plan(caller, accounts)
  for (const entry of entries) plan.reverse(period, entry, { date, source_revision: 1 })
  plan.change('opening_clearings', id, { state: 'reversed' })
  return { plan, result: () => undefined }
}

const clearingOf = ({ db }: Context, id: number) => db.selectFrom('opening_clearings').selectAll().where('id', '=', id)
