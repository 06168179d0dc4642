import { sql } from 'kysely'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { saysWorth } from '../own-rate.ts'
import { isOfSeries } from '../posting/number-series.ts'
import { checkManualEntry } from './check-manual-entry.ts'
import type { ManualInput } from './manual-entry-input.ts'
import {
  insertEntry,
  isManualNumberTaken,
  lockManualEntry,
  manualSeries,
  rewriteEntry,
  type WrittenEntry,
} from './manual-entry-rows.ts'
import { hasOwnRate, saveManualEntry, withoutKnown, worthOf } from './save-manual-entry.ts'

/**
 * Puts an entry aside before it is posted: it may still be out of balance and of a day that is not open yet; everything
 * else is as it will have to be. Answers its id.
 */
export async function saveDraftEntry(context: Context, id: number | null, asked: ManualInput): Promise<number> {
  const input = id === null ? asked : await withoutKnown(context, id, asked)
  const present = await checkManualEntry(context, input, { mayDiffer: true })
  const stored = id === null ? null : await lockManualEntry(context, id, input.version)
  // Posted entries stay in the books. They are corrected or reversed.
  if (stored && stored.state !== 'draft') throw new Refusal('status_not_offered', { field: 'status' })
  const own = stored?.id ?? (await nextEntryId(context))
  const before = stored?.has_own_rate && stored.currency_id === input.currency_id ? stored : null
  const rate = before && !saysWorth(worthOf(input)) ? before.exchange_rate : present
  const has_own_rate = hasOwnRate(input, before)
  const number = await draftNumber(context, input, own)
  const written: WrittenEntry = { number, state: 'draft', rate, revision: 1, has_own_rate, entry_id: null }
  if (!stored) return insertEntry(context, input, written, own)
  rewriteEntry(context, own, input, written)
  return own
}

/** Posts a draft with its stored content, with all guards of an entry. */
export async function postDraftEntry(context: Context, id: number, version: number | undefined): Promise<void> {
  const stored = await lockManualEntry(context, id, version)
  if (stored.state !== 'draft') throw new Refusal('status_not_offered', { field: 'status' })
  const lines = await context.db
    .selectFrom('manual_entry_lines')
    .select(['account_id', 'cost_center_id', 'customer_id', 'supplier_id', 'debit', 'credit', 'description'])
    .where('manual_entry_id', '=', id)
    .orderBy('line_number')
    .execute()
  const { number, journal_date, branch_id, currency_id, description } = stored
  await saveManualEntry(context, id, {
    ...{ journal_number: number, proposed_number: number, journal_date, branch_id, currency_id, description, lines },
    status: 'posted',
  })
}

/** A draft is deleted for good: it was never in the books and has no number of the series. */
export async function removeDraftEntry(context: Context, id: number): Promise<void> {
  const stored = await lockManualEntry(context, id, undefined)
  if (stored.state !== 'draft') throw new Refusal('conflict_retry')
  await context.db.deleteFrom('manual_entries').where('id', '=', id).execute()
}

/** Its own id until it is posted: the number its form was opened with may meanwhile be another's. A typed one stays. */
async function draftNumber(context: Context, { journal_number, journal_date }: ManualInput, id: number) {
  if (isOfSeries(manualSeries(journal_date), journal_number)) return `DRAFT-${id}`
  if (await isManualNumberTaken(context, journal_number, id))
    throw new Refusal('number_taken', { field: 'journal_number' })
  return journal_number
}

async function nextEntryId({ db }: Context): Promise<number> {
  const { rows } = await sql<{ id: number }>`SELECT nextval('manual_entries_id_seq') AS id`.execute(db)
  return (rows[0] as { id: number }).id
}
