import { sql } from 'kysely'
import { credit, debit, type Entry, type Line, type TaxEntry } from '#ledger/entry.ts'
import { decimal, round, text } from '#ledger/money.ts'
import { journalInBase, manualEntry } from '#ledger/posting/manual.ts'
import type { Context } from '#server/core/context.ts'
import { deferRejection } from '#server/core/defer-rejection.ts'
import { Refusal } from '#server/core/refusal.ts'
import { sendWrites } from '#server/db/tenant/verbs.ts'
import { type Accounts, loadAccounts } from '../accounts.ts'
import { saveSourceRevision } from '../history/save-revision.ts'
import { newWorth, saysWorth } from '../own-rate.ts'
import { lockPeriod, type Period, requireUnmovedDate } from '../periods.ts'
import { type Ids, nextIdsOf } from '../posting/allocate-ids.ts'
import { postBatched } from '../posting/post.ts'
import { loadForReversal, postReversal } from '../posting/reverse-entry.ts'
import { checkManualEntry } from './check-manual-entry.ts'
import { isSameEntry } from './entry-equality.ts'
import type { ManualInput } from './manual-entry-input.ts'
import { lockManualItems, openManualItems, voidManualItems } from './manual-entry-open-items.ts'
import {
  insertEntry,
  lockManualEntry,
  numberOfEntry,
  peekEntry,
  readLines,
  referencesOf,
  rewriteEntry,
  type WrittenEntry,
} from './manual-entry-rows.ts'

const source = 'manual'

/** Rows of the VAT return of a new entry, and the VAT accounts that its lines move with them. */
type WithTax = { taxes: readonly TaxEntry[]; taxAccounts: readonly number[] }

/** Posts a new entry or a draft, or corrects an entry: the old one is reversed on its date, and a new one is posted. */
export async function saveManualEntry(
  context: Context,
  id: number | null,
  asked: ManualInput,
  tax?: WithTax,
): Promise<number> {
  const input = id === null ? asked : await withoutKnown(context, id, asked)
  // Sent together. An error in the entry is reported before an error in its day.
  const checking = checkManualEntry(
    context,
    input,
    id === null ? { taxAccounts: tax?.taxAccounts } : { stored: referencesOf(context, id) },
  )
  const glancing = id === null ? null : deferRejection(peekEntry(context, id))
  const locking = deferRejection(lockPeriod(context, input.journal_date, 'journal_date', 'manual'))
  const facts = deferRejection(Promise.all([nextIdsOf(context, 2) as Promise<[Ids, Ids]>, loadAccounts(context)]))
  const present = await checking
  const [before, period, [[mirror, next], accounts]] = await Promise.all([glancing, locking, facts])
  const [oldPeriod, items, stored] = await Promise.all([
    before?.state === 'posted' ? lockPeriod(context, before.journal_date, 'journal_date', 'manual') : null,
    id === null ? [] : lockManualItems(context, id),
    id === null ? null : lockManualEntry(context, id, input.version),
  ])
  if (stored?.state !== before?.state) throw new Refusal('conflict_retry')
  if (stored && before) requireUnmovedDate(before.journal_date, stored.journal_date)
  const posted = stored?.state === 'posted' ? stored : null
  if (posted) {
    if (input.journal_number !== posted.number) throw new Refusal('number_fixed', { field: 'journal_number' })
    const said = await readLines(context, posted)
    if (isSameEntry(posted, said.lines, input) && !saysWorth(worthOf(input))) return posted.id
    sendWrites(context.db, saveSourceRevision(context, 'manual', posted, said))
  }
  // A correction keeps the entry's base amount.
  const kept = stored && (posted || stored.has_own_rate) && stored.currency_id === input.currency_id ? stored : null
  const rate = kept && !saysWorth(worthOf(input)) ? kept.exchange_rate : present
  sendWrites(context.db, voidManualItems(context, items))
  if (posted && oldPeriod && posted.entry_id !== null) {
    const reversed = await loadForReversal(context, posted.entry_id)
    // The reversal first: entries of a day are sorted by their ids.
    sendWrites(context.db, postReversal(context, oldPeriod, reversed, posted.revision, { id: mirror.entry_id }))
  }
  const number = posted?.number ?? (await numberOfEntry(context, input, id))
  const whole = linesOf(context, input, rate)
  // Amounts of a cheap currency may be worth nothing: then there is no entry.
  const entry_id = manualEntry(whole).lines.length > 0 ? next.entry_id : null
  const revision = (posted?.revision ?? 0) + 1
  const written: WrittenEntry = {
    number,
    state: 'posted',
    rate,
    revision,
    has_own_rate: hasOwnRate(input, kept),
    entry_id,
  }
  if (stored) rewriteEntry(context, stored.id, input, written)
  const saved = stored?.id ?? (await insertEntry(context, input, written))
  const lines = await openManualItems(context, { id: saved, entry_id, number, input, rate }, whole)
  const head = { id: next.entry_id, source_id: saved, source_revision: revision, period, accounts }
  postEntry(context, head, input, manualEntry(lines, tax?.taxes ?? []))
  return saved
}

export const worthOf = ({ exchange_rate, amount_base }: ManualInput) => ({ exchange_rate, base: amount_base })
export const hasOwnRate = (input: ManualInput, before: { has_own_rate: boolean } | null): boolean =>
  saysWorth(worthOf(input)) ? Boolean(input.exchange_rate || input.amount_base) : (before?.has_own_rate ?? false)

/** Rate and base amount of the previous answer may be sent back unchanged. */
export async function withoutKnown(context: Context, id: number, input: ManualInput): Promise<ManualInput> {
  if (!saysWorth(worthOf(input))) return input
  const stored = await context.db
    .selectFrom('manual_entries')
    .select(['exchange_rate', 'currency_id', 'amount'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!stored) throw new Refusal('not_found')
  const { exchange_rate } = stored
  const said = newWorth(worthOf(input), { exchange_rate, base: amountInBase(context, stored) })
  return { ...input, exchange_rate: said.exchange_rate, amount_base: said.base }
}

/** The totals of a stored entry in base currency. */
export const amountInBase = (
  { session }: Context,
  { amount, exchange_rate }: { amount: string; exchange_rate: string },
): string => text(round(decimal(amount).times(exchange_rate), session.organization.decimals))

type Posting = { id: number; source_id: number; source_revision: number; period: Period; accounts: Accounts }

/** Together with the entries of an import, which all move the same balances. */
function postEntry(context: Context, { period, accounts, ...own }: Posting, input: ManualInput, entry: Entry): void {
  const description = input.description ?? null
  postBatched(
    context,
    period,
    { ...own, date: input.journal_date, kind: 'manual', source, description },
    entry,
    accounts,
  )
}

/** Deletes: an entry is reversed and its number not reused; a draft is removed. */
export async function voidManualEntry(context: Context, id: number): Promise<void> {
  const { db } = context
  const { journal_date } = await peekEntry(context, id)
  const [period, items, stored] = await Promise.all([
    lockPeriod(context, journal_date, 'journal_date', 'manual'),
    lockManualItems(context, id),
    lockManualEntry(context, id, undefined),
  ])
  requireUnmovedDate(journal_date, stored.journal_date)
  const reversed = stored.entry_id === null ? null : await loadForReversal(context, stored.entry_id)
  sendWrites(db, voidManualItems(context, items))
  if (reversed) sendWrites(db, postReversal(context, period, reversed, stored.revision))
  const end = { state: 'void', voided_at: context.services.clock.now(), version: sql<number>`version + 1` }
  sendWrites(db, db.updateTable('manual_entries').set(end).where('id', '=', id).execute())
}

type Reversal = { date: string; reason: string; version?: number | undefined }

/** Takes an entry back on another day, such as the first open one after its own was locked; both stand in the books. */
export async function reverseManualEntry(context: Context, id: number, ask: Reversal): Promise<void> {
  const { journal_date } = await peekEntry(context, id)
  if (ask.date < journal_date) throw new Refusal('before_entry', { field: 'date' })
  const [period, items, stored, [mirror]] = await Promise.all([
    lockPeriod(context, ask.date, 'date', 'manual'),
    lockManualItems(context, id),
    lockManualEntry(context, id, ask.version),
    nextIdsOf(context, 1) as Promise<[Ids]>,
  ])
  requireUnmovedDate(journal_date, stored.journal_date)
  // Its open items would be due until the day of the reversal, and nothing could settle them.
  if (items.length > 0) throw new Refusal('entry_has_items', { field: 'date' })
  if (stored.entry_id === null) throw new Refusal('document_not_posted')
  const { date, reason } = ask
  const { db } = context
  const reversal_entry_id = mirror.entry_id
  const reversed = await loadForReversal(context, stored.entry_id)
  sendWrites(db, postReversal(context, period, reversed, stored.revision, { id: reversal_entry_id, date, reason }))
  const said = { reversal_entry_id, reversed_on: date, reversal_reason: reason, version: sql<number>`version + 1` }
  sendWrites(db, db.updateTable('manual_entries').set(said).where('id', '=', id).execute())
}

function linesOf(context: Context, input: ManualInput, rate: string): Line[] {
  const { currency_id, decimals } = context.session.organization
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
