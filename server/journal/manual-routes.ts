import type { FastifyInstance } from 'fastify'
import { journalCalls, journalEntries } from '#contract/journal.ts'
import type { Context } from '#server/kit/context.ts'
import type { AnyQuery, Listing } from '#server/kit/list.ts'
import { mount } from '#server/kit/pipeline.ts'
import { Refusal } from '#server/kit/refusal.ts'
import { mountResource } from '#server/kit/routes.ts'
import { type CountedList, keptTotal, startOf } from '#server/lists/counted-list.ts'
import { currencyOf } from '#server/lists/names-beside.ts'
import { peekNumber } from './number-series.ts'
import { manualSeries, reverseManualEntry, saveManualEntry, voidManualEntry } from './save-manual-entry.ts'

export function journalRoutes(app: FastifyInstance): void {
  mountResource(app, journalEntries, {
    listing,
    read: readManualEntry,
    create: (context, body) => saveManualEntry(context, null, body),
    update: async (context, id, body) => void (await saveManualEntry(context, id, body)),
    remove: voidManualEntry,
  })
  mount(app, journalCalls.reverse, async (context, { params, body }) => {
    await reverseManualEntry(context, params.id, body)
    return { data: await readManualEntry(context, params.id), message: 'updated' }
  })
  mount(app, journalCalls.nextNumber, async ({ db, today }, { query }) => ({
    data: { number: await peekNumber(db, manualSeries(query.date ?? today)) },
  }))
}

const counted: CountedList = {
  ...{ table: 'manual_entries', kind: 'manual', day: 'journal_date', status: 'state' },
  wanted: { is: 'posted' },
}

const listing: Listing = {
  table: 'manual_entries',
  kept: (db, { keyword, account_id }) => (keyword || account_id ? undefined : keptTotal(db, counted)),
  start: (db, { keyword, account_id }, order, offset) =>
    keyword || account_id ? undefined : startOf(db, counted, order, offset),
  from: (db) => db.selectFrom('manual_entries').where('manual_entries.state', '=', 'posted'),
  select: (query) =>
    query
      .select([
        'manual_entries.id',
        'manual_entries.number as journal_number',
        'manual_entries.journal_date',
        'manual_entries.amount',
      ])
      .select(['manual_entries.description', 'manual_entries.created_at', 'manual_entries.version'])
      .select(currencyOf('manual_entries').as('currency')),
  sort: { journal_number: 'manual_entries.number', created_at: 'manual_entries.id' },
  alone: (db) => db.selectFrom('manual_entries').where('manual_entries.state', '=', 'posted') as unknown as AnyQuery,
  filter: {
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

async function readManualEntry({ db }: Context, id: number) {
  const row = await db.selectFrom('manual_entries').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  const lines = await db
    .selectFrom('manual_entry_lines as line')
    .innerJoin('accounts', 'accounts.id', 'line.account_id')
    .leftJoin('cost_centers', 'cost_centers.id', 'line.cost_center_id')
    .leftJoin('parties as customer', 'customer.id', 'line.customer_id')
    .leftJoin('parties as supplier', 'supplier.id', 'line.supplier_id')
    .selectAll('line')
    .select([
      'accounts.name as account_name',
      'accounts.name_en as account_name_en',
      'accounts.number as account_number',
    ])
    .select([
      'cost_centers.name as cost_center_name',
      'customer.name as customer_name',
      'supplier.name as supplier_name',
    ])
    .where('line.manual_entry_id', '=', id)
    .orderBy('line.line_number')
    .execute()
  const currency = await db
    .selectFrom('currencies')
    .selectAll()
    .where('id', '=', row.currency_id)
    .executeTakeFirstOrThrow()
  return { ...row, journal_number: row.number, is_void: row.state === 'void', currency, lines }
}
