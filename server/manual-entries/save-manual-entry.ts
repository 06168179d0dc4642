import { sql } from 'kysely'
import { credit, debit, type Line, type TaxEntry } from '#ledger/entry.ts'
import { journalInBase, manualEntry } from '#ledger/posting/manual.ts'
import type { Context } from '#server/core/context.ts'
import { type FactsOf, known, read } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import { saysWorth } from '#server/journal/own-rate.ts'
import { requireUnmovedDate } from '#server/journal/periods.ts'
import { decideNumber } from '#server/posting/decide-number.ts'
import { calendarFrom } from '#server/posting/facts/calendar.ts'
import { newIdsOf } from '#server/posting/facts/new-ids.ts'
import { entriesWithin } from '#server/posting/facts/stored-entries.ts'
import { NewId } from '#server/posting/placeholders.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { outOfScopeTax, planOpenItem, planVoidItem } from '#server/posting/plan-open-item.ts'
import { type Decision, decideWrite, runWrite } from '#server/posting/run-write.ts'
import { checkManualEntry, needsOfCheck } from './check-manual-entry.ts'
import { isSameEntry } from './entry-equality.ts'
import { hasOwnRate, withoutKnownWorth, worthOf } from './entry-worth.ts'
import type { ManualInput } from './manual-entry-input.ts'
import { itemsOfLines, openItemsOfEntry, requireUnsettled } from './manual-entry-open-items.ts'
import {
  isManualNumberTaken,
  manualSeries,
  planNewEntry,
  planRewrittenEntry,
  requireActiveEntry,
  storedEntry,
  storedLines,
  unlockedEntry,
  type WrittenEntry,
} from './manual-entry-rows.ts'

/** Rows of the VAT return of a new entry, and the VAT accounts that its lines move with them. */
type WithTax = { taxes: readonly TaxEntry[]; taxAccounts: readonly number[] }
type Input = { id: number | null; input: ManualInput; tax: WithTax | undefined }

/** Posts a new entry or a draft, or corrects an entry: the old one is reversed on its date, and a new one is posted. */
export const saveManualEntry = async (
  context: Context,
  id: number | null,
  sent: ManualInput,
  tax?: WithTax,
): Promise<number> => runWrite(context, { needs, decide }, await inputOf(context, id, sent, tax))

/** What a save would write. */
export async function previewManualEntry(context: Context, id: number | null, sent: ManualInput): Promise<Plan> {
  const { plan } = await decideWrite(context, { needs, decide }, await inputOf(context, id, sent, undefined))
  return plan
}

async function inputOf(
  context: Context,
  id: number | null,
  sent: ManualInput,
  tax: WithTax | undefined,
): Promise<Input> {
  const input = id === null ? sent : withoutKnownWorth(context, await unlockedEntry(context, id), sent)
  return { id, input, tax }
}

async function needs(context: Context, { id, input }: Input) {
  const unlocked = id === null ? null : await unlockedEntry(context, id)
  const parties = input.lines.filter(({ customer_id, supplier_id }) => customer_id || supplier_id)
  return {
    ...needsOfCheck(input, id),
    unlocked: known(unlocked),
    calendar: calendarFrom(input.journal_date, unlocked?.journal_date ?? input.journal_date),
    items: id === null ? known([]) : openItemsOfEntry(id),
    entry: id === null ? known(undefined) : storedEntry(id),
    lines: read(async (own) => (id === null ? [] : storedLines(own, id))),
    posted: entriesWithin(
      (organization) =>
        sql`SELECT entry_id FROM manual_entries WHERE organization_id = ${organization} AND id = ${id ?? 0}`,
    ),
    isNumberTaken: read((own) => isManualNumberTaken(own, input.journal_number, id)),
    itemIds: newIdsOf('documents', parties.length),
    itemTax: parties.length === 0 ? known(undefined) : outOfScopeTax,
  }
}

type Facts = FactsOf<Awaited<ReturnType<typeof needs>>>

function decide(caller: Caller, facts: Facts, { id, input, tax }: Input): Decision<number> {
  const { calendar, accounts, unlocked } = facts
  const ofDay = checkManualEntry(caller, facts, input, id === null ? { taxAccounts: tax?.taxAccounts } : {})
  const period = calendar.open(input.journal_date, 'journal_date', 'manual')
  if (unlocked?.state === 'posted') calendar.open(unlocked.journal_date, 'journal_date', 'manual')
  requireUnsettled(facts.items)
  const stored = id === null ? null : requireActiveEntry(facts.entry, input.version)
  if (stored && unlocked) {
    if (stored.state !== unlocked.state) throw new Refusal('conflict_retry')
    requireUnmovedDate(unlocked.journal_date, stored.journal_date)
  }
  const posted = stored?.state === 'posted' ? stored : null
  if (posted && input.journal_number !== posted.number) throw new Refusal('number_fixed', { field: 'journal_number' })
  const plan = new Plan(caller, accounts)
  if (posted) {
    if (isSameEntry(posted, facts.lines, input) && !saysWorth(worthOf(input))) return { plan, result: () => posted.id }
    plan.add('source_revisions', revisionOf(caller, facts, posted))
  }
  // A correction keeps the entry's base amount.
  const kept = stored && (posted || stored.has_own_rate) && stored.currency_id === input.currency_id ? stored : null
  const rate = kept && !saysWorth(worthOf(input)) ? kept.exchange_rate : ofDay
  for (const item of facts.items) planVoidItem(plan, caller, item)
  if (posted)
    for (const entry of facts.posted) {
      const { entry_date: date } = entry.head
      const open = calendar.open(date, 'journal_date', 'manual')
      plan.reverse(open, entry, { date, source_revision: posted.revision })
    }
  const { journal_number: number, proposed_number } = input
  const taken = { number, proposed_number, field: 'journal_number', isTaken: facts.isNumberTaken }
  const own = posted?.number ?? decideNumber(caller, plan, manualSeries(input.journal_date), taken)
  const entryId = stored?.id ?? new NewId('manual_entries')
  const whole = linesOf(caller, input, rate)
  const { items, named } = itemsOfLines(accounts, { id: entryId, number: own, input, rate, ids: facts.itemIds }, whole)
  const revision = (posted?.revision ?? 0) + 1
  const head = { date: input.journal_date, kind: 'manual', source: 'manual', source_id: entryId } as const
  const description = input.description ?? null
  // Amounts of a cheap currency may be worth nothing: then there is no entry.
  const entry_id = plan.post(
    period,
    { ...head, source_revision: revision, description },
    manualEntry(named, tax?.taxes ?? []),
  )
  const has_own_rate = hasOwnRate(input, kept)
  const written: WrittenEntry = { number: own, state: 'posted', rate, revision, has_own_rate, entry_id }
  if (stored) planRewrittenEntry(plan, stored, input, written)
  else planNewEntry(plan, caller, entryId, input, written)
  for (const item of items) planOpenItem(plan, caller, facts.itemTax, { ...item, entry_id })
  return { plan, result: () => (typeof entryId === 'number' ? entryId : entryId.value) }
}

/** The previous version of the entry, for its history. */
function revisionOf(
  { session }: Caller,
  { lines }: Facts,
  stored: { id: number; revision: number; journal_date: string; amount: string },
) {
  const body = { date: stored.journal_date, amount: stored.amount, lines }
  const { id: source_id, revision } = stored
  return { source: 'manual', source_id, revision, body, revised_by: session.user_id }
}

function linesOf({ session }: Caller, input: ManualInput, rate: string): Line[] {
  const { currency_id, decimals } = session.organization
  const isBase = input.currency_id === currency_id
  const base = journalInBase(input.lines, rate, decimals, input.amount_base ?? undefined)
  return input.lines.map((line, index) => {
    const amounts = base[index]
    if (!amounts) throw new Error('a line without its amounts')
    const party = line.customer_id
      ? { kind: 'customer' as const, id: line.customer_id }
      : line.supplier_id
        ? { kind: 'supplier' as const, id: line.supplier_id }
        : null
    const rest = {
      branch_id: input.branch_id,
      cost_center_id: line.cost_center_id ?? null,
      party,
      description: line.description ?? null,
      currency_id: isBase ? null : input.currency_id,
    }
    return amounts.debit.gt(0)
      ? debit(line.account_id, amounts.debit, { ...rest, amount_currency: line.debit })
      : credit(line.account_id, amounts.credit, { ...rest, amount_currency: line.credit })
  })
}
