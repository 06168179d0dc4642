import { sql } from 'kysely'
import type { Side } from '#contract/documents/sides.ts'
import type { ListFacts, ListQuery } from '#contract/kit/envelope.ts'
import type { Context } from '#server/core/context.ts'
import type { TenantDatabase } from '#server/db/tenant/transaction.ts'
import type { Answer } from '#server/http/pipeline.ts'
import { periodLockReason } from '#server/journal/period-lock-reason.ts'
import { standing } from '#server/paging/counter-list.ts'
import { type CountedListing, isByDay, listCounted, sumCounted } from '#server/paging/list-with-counters.ts'
import { rowCurrencySql, withParty } from '#server/paging/party-columns.ts'
import { type AnyQuery, likePattern } from '#server/resource/list.ts'
import { type OptionAsk, optionPage } from '#server/resource/option-rows.ts'
import { toSideFields } from './document-input.ts'
import { shownNumber } from './document-number.ts'
import { lockReason } from './lock-document.ts'
import { unansweredBills } from './match/unanswered-bills.ts'
import { isOverdue, settlement } from './read-document.ts'

const joined = (db: TenantDatabase) => withParty(db.selectFrom('documents'), 'documents')

const columns = (query: AnyQuery) =>
  query
    .select([
      'documents.id',
      'documents.number',
      'documents.draft_number',
      'documents.document_date as date',
      'documents.due_date',
      'documents.status',
      'documents.state',
      'documents.party_id',
      'documents.kind',
      'documents.note_count',
      'documents.advances_deducted',
      'documents.retention',
      'documents.retained',
      'documents.posted_at',
      'documents.issued_at',
      'documents.is_tax_invoice',
    ])
    .select(['documents.subtotal', 'documents.tax', 'documents.total', 'documents.settled', 'documents.currency_id'])
    .select([
      sql`json_build_object('id', parties.id, 'name', parties.name, 'name_en', parties.name_en)`.as('party'),
      rowCurrencySql('documents').as('currency'),
    ])

type ListingFacts = { status: unknown; with_void: unknown; byDay: boolean; unanswered: number[] }

/** What the listing is to know of the query before it is made. */
const askedOf = async (context: Context, facts: ListFacts, query: ListQuery): Promise<ListingFacts> => ({
  status: query.status,
  with_void: query.with_void,
  byDay: isByDay(facts, query),
  unanswered: query.unanswered ? await unansweredBills(context) : [],
})

function documentListing(
  context: Context,
  side: Side,
  { status, with_void, byDay, unanswered }: ListingFacts,
): CountedListing {
  const { today } = context
  const number = 'documents.number'
  const date = 'documents.document_date'
  const isOfOneStatus = typeof status === 'string' && status !== 'overdue'
  return {
    counted: {
      table: 'documents',
      kind: side.document,
      day: 'document_date',
      status: 'status',
      wanted: isOfOneStatus ? { is: status } : standing(with_void),
    },
    party: { kind: side.party, field: side.partyField, sortKeys: ['party', side.party] },
    from: (db) => joined(db),
    select: (query) =>
      columns(query).select([
        periodLockReason(context, [side.name], { table: 'documents', day: 'document_date' }).as('closed_period'),
        writtenOff(context).as('written_off'),
      ]),
    sort: {
      number,
      [side.numberField]: number,
      date,
      [side.dateField]: date,
      status: isOfOneStatus ? date : ['documents.status', date],
      total: 'documents.total_units',
      created_at: 'documents.id',
    },
    filter: {
      [side.partyField]: (query, id: number) => query.where('documents.party_id', '=', id),
      with_void: (query) => query,
      unanswered: (query, isAsked: boolean) =>
        isAsked ? query.where(sql<boolean>`documents.id = ANY (${unanswered}::bigint[])`) : query,
      with_retention: (query, isAsked: boolean) =>
        isAsked ? query.where(sql<boolean>`documents.retained::numeric > 0`) : query,
      status: (query, wanted: string) =>
        wanted === 'overdue'
          ? // By day spelled as the index of what is open spells it: a parameter would not be known to mean the same. In another
            // order so that it is not that index: much is late, and is met sooner in its order than read whole and sorted.
            query
              .where(
                byDay
                  ? sql<boolean>`documents.state = 'posted' AND documents.settled < documents.total`
                  : sql<boolean>`CASE documents.state WHEN 'posted' THEN documents.settled < documents.total ELSE false END`,
              )
              .where('documents.due_date', '<', today)
          : query,
    },
  }
}

/** The written-off part of a row. Looked up only for settled rows. */
export const writtenOff = ({ session }: Context) => sql<string | null>`CASE WHEN documents.settled > 0 THEN (
  SELECT sum(gone.amount) FROM write_offs AS gone
  WHERE gone.organization_id = ${session.organization_id} AND gone.document_id = documents.id AND gone.state = 'posted') END`

export async function listDocuments(context: Context, side: Side, facts: ListFacts, query: ListQuery): Promise<Answer> {
  const listQuery = await askedOf(context, facts, query)
  const { data, meta } = await listCounted(context, documentListing(context, side, listQuery), facts, query)
  return { data: (data as DocumentRow[]).map((row) => listed(side, row, context)), meta }
}

/** What the documents of the filters come to. */
export async function sumDocuments(context: Context, side: Side, facts: ListFacts, query: ListQuery): Promise<Answer> {
  const listQuery = await askedOf(context, facts, query)
  return sumCounted(context, documentListing(context, side, listQuery), facts, query)
}

type DocumentRow = {
  draft_number: string | null
  number: string | null
  date: string
  party_id: number
  party: unknown
  total: string
  settled: string
  state: string
  kind: string
  note_count: number
  advances_deducted: string
  retention: string
  retained: string
  posted_at: Date | null
  issued_at: Date | null
  is_tax_invoice: boolean
  due_date: string
  id: number
}

function listed(side: Side, row: DocumentRow, context: Context) {
  const paid = settlement(row)
  return toSideFields(side, {
    ...row,
    number: shownNumber(row),
    deducted: row.advances_deducted,
    ...paid,
    is_void: row.state === 'void',
    is_overdue: isOverdue(row, context),
    locked_because: lockReason(row, context),
  })
}

type OpenQuery = OptionAsk & { customer_id?: number; supplier_id?: number }

/**
 * The posted documents a payment may refer to, the oldest due first. Settled ones stay in the list, because choosing
 * one is answered with "already paid" rather than with silence; they come last.
 */
export async function documentOptions({ db }: Context, side: Side, query: OpenQuery): Promise<Answer> {
  const party = side.party === 'customer' ? query.customer_id : query.supplier_id
  let rows = joined(db).where('documents.kind', 'in', side.openKinds).where('documents.state', '=', 'posted')
  if (party !== undefined) rows = rows.where('documents.party_id', '=', party)
  if (query.keyword) rows = rows.where(sql<boolean>`documents.search_text LIKE ${likePattern(query.keyword)}`)
  const ordered = columns(rows)
    .orderBy(sql`documents.settled >= documents.total`)
    .orderBy('documents.due_date')
    .orderBy('documents.id')
  const { data, ...rest } = await optionPage(rows, ordered, query)
  const spelledRows = (data as DocumentRow[]).map((row) =>
    toSideFields(side, { ...row, number: shownNumber(row), ...settlement(row) }),
  )
  return { data: spelledRows, ...rest }
}
