import type { Context } from '#server/core/context.ts'
import { type FactsOf, known, read } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import { saysWorth } from '#server/journal/own-rate.ts'
import { isOfSeries } from '#server/journal/posting/number-series.ts'
import { newIdsOf } from '#server/posting/facts/new-ids.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'
import { checkManualEntry, needsOfCheck } from './check-manual-entry.ts'
import { hasOwnRate, withoutKnownWorth, worthOf } from './entry-worth.ts'
import type { ManualInput } from './manual-entry-input.ts'
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
import { previewManualEntry, saveManualEntry } from './save-manual-entry.ts'

type Input = { id: number | null; input: ManualInput }

/**
 * Puts an entry aside before it is posted: it may still be out of balance and of a day that is not open yet; everything
 * else is as it will have to be. Answers its id.
 */
export async function saveDraftEntry(context: Context, id: number | null, sent: ManualInput): Promise<number> {
  const input = id === null ? sent : withoutKnownWorth(context, await unlockedEntry(context, id), sent)
  return runWrite(context, { needs, decide }, { id, input })
}

const needs = (_: Context, { id, input }: Input) => ({
  ...needsOfCheck(input, null),
  entry: id === null ? known(undefined) : storedEntry(id),
  isNumberTaken: read((context) => isManualNumberTaken(context, input.journal_number, id)),
  ids: newIdsOf('manual_entries', id === null ? 1 : 0),
})

function decide(caller: Caller, facts: FactsOf<ReturnType<typeof needs>>, { id, input }: Input): Decision<number> {
  const ofDay = checkManualEntry(caller, facts, input, { mayDiffer: true })
  const stored = id === null ? null : requireActiveEntry(facts.entry, input.version)
  // Posted entries stay in the books. They are corrected or reversed.
  if (stored && stored.state !== 'draft') throw new Refusal('status_not_offered', { field: 'status' })
  const own = stored?.id ?? (facts.ids[0] as number)
  const previous = stored?.has_own_rate && stored.currency_id === input.currency_id ? stored : null
  const rate = previous && !saysWorth(worthOf(input)) ? previous.exchange_rate : ofDay
  const number = draftNumber(input, own, facts.isNumberTaken)
  const has_own_rate = hasOwnRate(input, previous)
  const written: WrittenEntry = { number, state: 'draft', rate, revision: 1, has_own_rate, entry_id: null }
  const plan = new Plan(caller, facts.accounts)
  if (stored) planRewrittenEntry(plan, stored, input, written)
  else planNewEntry(plan, caller, own, input, written)
  return { plan, result: () => own }
}

/** Posts a draft with its stored content, with all guards of an entry. */
export async function postDraftEntry(context: Context, id: number, version: number | undefined): Promise<void> {
  await saveManualEntry(context, id, await storedDraft(context, id, version))
}

/** What posting a draft would write. */
export const previewDraftEntry = async (context: Context, id: number, version: number | undefined): Promise<Plan> =>
  previewManualEntry(context, id, await storedDraft(context, id, version))

async function storedDraft(context: Context, id: number, version: number | undefined): Promise<ManualInput> {
  const stored = requireActiveEntry(await storedEntry(id).load(context), version)
  if (stored.state !== 'draft') throw new Refusal('status_not_offered', { field: 'status' })
  const lines = (await storedLines(context, id)).map(
    ({ account_id, cost_center_id, customer_id, supplier_id, debit, credit, description }) => ({
      account_id,
      cost_center_id,
      customer_id,
      supplier_id,
      debit,
      credit,
      description,
    }),
  )
  const { number, journal_date, branch_id, currency_id, description } = stored
  return {
    journal_number: number,
    proposed_number: number,
    journal_date,
    branch_id,
    currency_id,
    description,
    lines,
    status: 'posted',
  }
}

/** A draft is deleted for good: it was never in the books and has no number of the series. */
export async function removeDraftEntry(context: Context, id: number): Promise<void> {
  const stored = requireActiveEntry(await storedEntry(id).load(context), undefined)
  if (stored.state !== 'draft') throw new Refusal('conflict_retry')
  await context.db.deleteFrom('manual_entries').where('id', '=', id).execute()
}

/** Its own id until it is posted: the number its form was opened with may meanwhile be another's. A typed one stays. */
function draftNumber({ journal_number, journal_date }: ManualInput, id: number, isTaken: boolean): string {
  if (isOfSeries(manualSeries(journal_date), journal_number)) return `DRAFT-${id}`
  if (isTaken) throw new Refusal('number_taken', { field: 'journal_number' })
  return journal_number
}
