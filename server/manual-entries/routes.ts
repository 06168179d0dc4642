import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { journalCalls, journalEntries } from '#contract/journal.ts'
import type { ListQuery } from '#contract/kit/envelope.ts'
import type { Context } from '#server/core/context.ts'
import { type Answer, mount } from '#server/http/pipeline.ts'
import { peekNumber } from '#server/journal/posting/number-series.ts'
import { anchorFromCounters, type CounterList, counterTotal, isWanted, standing } from '#server/paging/counter-list.ts'
import { rowCurrencySql } from '#server/paging/party-columns.ts'
import { mountPlanPreview } from '#server/posting/mount-plan-preview.ts'
import { type AnyQuery, type Listing, listRows } from '#server/resource/list.ts'
import { mountResource } from '#server/resource/routes.ts'
import { createManualEntry } from './create-manual-entry.ts'
import { postDraftEntry, previewDraftEntry, removeDraftEntry, saveDraftEntry } from './draft-entry.ts'
import type { ManualInput } from './manual-entry-input.ts'
import { manualSeries, unlockedEntry } from './manual-entry-rows.ts'
import { closedEntry, readManualEntry } from './read-manual-entry.ts'
import { reverseManualEntry, voidManualEntry } from './reverse-manual-entry.ts'
import { previewManualEntry, saveManualEntry } from './save-manual-entry.ts'

export function journalRoutes(app: FastifyInstance): void {
  mountResource(app, journalEntries, {
    listing,
    list: listEntries,
    read: readManualEntry,
    create: (context, body) => saveEntry(context, null, body),
    update: async (context, id, body) => void (await saveEntry(context, id, body)),
    remove: async (context, id) => {
      const { state } = await unlockedEntry(context, id)
      await (state === 'draft' ? removeDraftEntry(context, id) : voidManualEntry(context, id))
    },
  })
  mount(app, journalCalls.post, async (context, { params, body }) => {
    await postDraftEntry(context, params.id, body.version)
    return { data: await readManualEntry(context, params.id), message: 'updated' }
  })
  mountPlanPreview(app, journalCalls.postPreview, (context, { params, body }) =>
    previewDraftEntry(context, params.id, body.version),
  )
  mount(app, journalCalls.reverse, async (context, { params, body }) => {
    await reverseManualEntry(context, params.id, body)
    return { data: await readManualEntry(context, params.id), message: 'updated' }
  })
  mountPlanPreview(app, journalCalls.preview, async (context, { query, body }) => {
    const id = query.id ?? null
    const input = { ...(id === null ? body : await withStored(context, id, body)), status: 'posted' as const }
    return previewManualEntry(context, id, input)
  })
  mount(app, journalCalls.nextNumber, async ({ db, today }, { query }) => ({
    data: { number: await peekNumber(db, manualSeries(query.date ?? today)) },
  }))
}

async function saveEntry(context: Context, id: number | null, body: ManualInput): Promise<number> {
  if (id === null) return createManualEntry(context, body)
  const input = await withStored(context, id, body)
  return input.status === 'draft' ? saveDraftEntry(context, id, input) : saveManualEntry(context, id, input)
}

/** Fields an update does not name keep their stored value; a draft is posted only where its status says so (B1). */
async function withStored(context: Context, id: number, body: ManualInput): Promise<ManualInput> {
  const stored = await unlockedEntry(context, id)
  const { description = stored.description, status = stored.state === 'draft' ? 'draft' : undefined } = body
  return { ...body, description, status }
}

/** Drafts are listed like documents; void ones only on request. */
const counted = ({ status, with_void }: Partial<ListQuery>): CounterList => ({
  table: 'manual_entries',
  kind: 'manual',
  day: 'journal_date',
  status: 'state',
  wanted: isState(status) ? { is: status } : standing(with_void),
})
const isState = (status: unknown) => status === 'draft' || status === 'void'
/** The number of reversed entries, and of entries on an account, is not materialized. */
const isCounted = ({ keyword, account_id, status }: ListQuery): boolean =>
  !keyword && !account_id && (status === undefined || isState(status))
const isReversed = sql<boolean>`manual_entries.reversal_entry_id IS NOT NULL`
const statusOf = sql<string>`CASE WHEN ${isReversed} THEN 'reversed' ELSE manual_entries.state END`

const rowsOf = (db: Context['db'], query: Partial<ListQuery> = {}): AnyQuery =>
  db.selectFrom('manual_entries').where(isWanted(counted(query), 'manual_entries.state'))

const listing: Listing = {
  table: 'manual_entries',
  exactTotal: (db, query) => (isCounted(query) ? counterTotal(db, counted(query)) : undefined),
  start: async (db, query, order, offset) =>
    isCounted(query) ? anchorFromCounters(db, counted(query), order, offset) : undefined,
  from: rowsOf,
  select: (query) =>
    query
      .select([
        'manual_entries.id',
        'manual_entries.number as journal_number',
        'manual_entries.journal_date',
        'manual_entries.amount',
      ])
      .select(['manual_entries.description', 'manual_entries.created_at', 'manual_entries.version'])
      .select([statusOf.as('status'), rowCurrencySql('manual_entries').as('currency')]),
  sort: { journal_number: 'manual_entries.number', created_at: 'manual_entries.id' },
  withoutJoins: rowsOf,
  filter: {
    // A draft and what is void are wanted by their state already.
    status: (query: AnyQuery, status: string) =>
      isState(status)
        ? query
        : query
            .where('manual_entries.state', '=', 'posted')
            .where(() => (status === 'reversed' ? isReversed : sql`NOT ${isReversed}`)),
    with_void: (query: AnyQuery) => query,
    account_id: (query: AnyQuery, id: number) =>
      query.where((e) =>
        e.exists(
          e
            .selectFrom('manual_entry_lines as line')
            .select('line.account_id')
            .whereRef('line.manual_entry_id', '=', 'manual_entries.id')
            .where('line.account_id', '=', id),
        ),
      ),
  },
}

function listEntries(context: Context, query: ListQuery): Promise<Answer> {
  const select = (rows: AnyQuery) => listing.select(rows).select(closedEntry(context))
  return listRows(context.db, { ...listing, select }, journalEntries.list, query)
}
