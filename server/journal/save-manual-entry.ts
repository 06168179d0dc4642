import { sql } from 'kysely'
import type { z } from 'zod'
import type { journalEntries } from '#contract/journal.ts'
import { credit, debit, type Line } from '#ledger/entry.ts'
import { journalInBase, manualEntry } from '#ledger/posting/manual.ts'
import type { Context } from '#server/kit/context.ts'
import { Refusal } from '#server/kit/refusal.ts'
import { type Accounts, loadAccounts } from './accounts.ts'
import { checkManualEntry } from './check-manual-entry.ts'
import { keepSourceRevision } from './keep-revision.ts'
import { lockManualItems, openManualItems, voidManualItems } from './manual-items.ts'
import {
  glanceEntry,
  insertEntry,
  lockManualEntry,
  namedBy,
  numberOfEntry,
  readLines,
  rewriteEntry,
  type Written,
} from './manual-store.ts'
import { type Ids, nextIdsOf } from './next-ids.ts'
import { lockPeriod, type Period, requireSameDay } from './periods.ts'
import { post } from './post.ts'
import { postReversal, readReversed } from './reverse-entry.ts'
import { isSameEntry } from './same-entry.ts'
import { unheard } from './unheard.ts'

export type ManualInput = z.output<typeof journalEntries.input>
const source = 'manual'

/** Posts what somebody wrote or put aside, or corrects it: the old entry is reversed on its date, the new one posted beside it. */
export async function saveManualEntry(context: Context, id: number | null, input: ManualInput): Promise<number> {
  // Sent together; what is wrong with the entry is told before what is wrong with its day.
  const checking = checkManualEntry(context, input, id === null ? {} : { stored: namedBy(context, id) })
  const glancing = id === null ? null : unheard(glanceEntry(context, id))
  const locking = unheard(lockPeriod(context, input.journal_date, 'journal_date', 'manual'))
  const facts = unheard(Promise.all([nextIdsOf(context, 2) as Promise<[Ids, Ids]>, loadAccounts(context)]))
  const present = await checking
  const [before, period, [[mirror, next], accounts]] = await Promise.all([glancing, locking, facts])
  const [oldPeriod, items, stored] = await Promise.all([
    before?.state === 'posted' ? lockPeriod(context, before.journal_date, 'journal_date', 'manual') : null,
    id === null ? [] : lockManualItems(context, id),
    id === null ? null : lockManualEntry(context, id, input.version),
  ])
  if (stored?.state !== before?.state) throw new Refusal('conflict_retry')
  if (stored && before) requireSameDay(before.journal_date, stored.journal_date)
  const posted = stored?.state === 'posted' ? stored : null
  if (posted) {
    if (input.journal_number !== posted.number) throw new Refusal('number_fixed', { field: 'journal_number' })
    const said = await readLines(context, posted)
    if (isSameEntry(posted, said.lines, input)) return posted.id
    context.db.atCommit(keepSourceRevision(context, 'manual', posted, said))
  }
  // A correction is worth what the entry was.
  const rate = posted?.currency_id === input.currency_id ? posted.exchange_rate : present
  context.db.atCommit(voidManualItems(context, items))
  if (posted && oldPeriod && posted.entry_id !== null) {
    const reversed = await readReversed(context, posted.entry_id)
    // The mirror first: entries of a day stand in the order of their ids.
    context.db.atCommit(postReversal(context, oldPeriod, reversed, posted.revision, { id: mirror.entry_id }))
  }
  const number = posted?.number ?? (await numberOfEntry(context, input, id))
  const revision = (posted?.revision ?? 0) + 1
  const written: Written = { number, state: 'posted', rate, revision }
  if (stored) rewriteEntry(context, stored.id, input, written)
  const saved = stored?.id ?? (await insertEntry(context, input, written))
  return postEntry(context, { period, next, accounts, id: saved }, input, written)
}

type Posting = { period: Period; next: Ids; accounts: Accounts; id: number }

async function postEntry(
  context: Context,
  { period, next, accounts, id }: Posting,
  input: ManualInput,
  written: Written,
) {
  const { rate, revision, number } = written
  const whole = linesOf(context, input, rate)
  // Amounts of a cheap currency may be worth nothing: then there is no entry.
  const entry_id = manualEntry(whole).lines.length > 0 ? next.entry_id : null
  const lines = await openManualItems(context, { id, entry_id, number, input, rate }, whole)
  const head = {
    ...{ id: next.entry_id, date: input.journal_date },
    kind: 'manual',
    source,
    source_id: id,
    source_revision: revision,
    description: input.description ?? null,
  } as const
  context.db.atCommit(post(context, period, head, manualEntry(lines), accounts))
  context.db.atCommit(context.db.updateTable('manual_entries').set({ entry_id }).where('id', '=', id).execute())
  return id
}

/** The delete icon: reversed, its number kept; a draft goes for good. */
export async function voidManualEntry(context: Context, id: number): Promise<void> {
  const { db } = context
  const { journal_date } = await glanceEntry(context, id)
  const [period, items, stored] = await Promise.all([
    lockPeriod(context, journal_date, 'journal_date', 'manual'),
    lockManualItems(context, id),
    lockManualEntry(context, id, undefined),
  ])
  requireSameDay(journal_date, stored.journal_date)
  const reversed = stored.entry_id === null ? null : await readReversed(context, stored.entry_id)
  db.atCommit(voidManualItems(context, items))
  if (reversed) db.atCommit(postReversal(context, period, reversed, stored.revision))
  const end = { state: 'void', voided_at: context.services.clock.now(), version: sql<number>`version + 1` }
  db.atCommit(db.updateTable('manual_entries').set(end).where('id', '=', id).execute())
}

type Reversal = { date: string; reason: string; version?: number | undefined }

/** Takes an entry back on another day, such as the first open one after its own was locked; both stand in the books. */
export async function reverseManualEntry(context: Context, id: number, ask: Reversal): Promise<void> {
  const { journal_date } = await glanceEntry(context, id)
  if (ask.date < journal_date) throw new Refusal('before_entry', { field: 'date' })
  const [period, items, stored, [mirror]] = await Promise.all([
    lockPeriod(context, ask.date, 'date', 'manual'),
    lockManualItems(context, id),
    lockManualEntry(context, id, ask.version),
    nextIdsOf(context, 1) as Promise<[Ids]>,
  ])
  requireSameDay(journal_date, stored.journal_date)
  // What it opened would be owed until the day of the reversal and nothing could settle it then.
  if (items.length > 0) throw new Refusal('entry_has_items', { field: 'date' })
  if (stored.entry_id === null) throw new Refusal('document_not_posted')
  const { date, reason } = ask
  const { db } = context
  const reversal_entry_id = mirror.entry_id
  const reversed = await readReversed(context, stored.entry_id)
  db.atCommit(postReversal(context, period, reversed, stored.revision, { id: reversal_entry_id, date, reason }))
  const said = { reversal_entry_id, reversed_on: date, reversal_reason: reason, version: sql<number>`version + 1` }
  db.atCommit(db.updateTable('manual_entries').set(said).where('id', '=', id).execute())
}

function linesOf(context: Context, input: ManualInput, rate: string): Line[] {
  const { currency_id, decimals } = context.session.organization
  const isBase = input.currency_id === currency_id
  const base = journalInBase(input.lines, rate, decimals)
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
