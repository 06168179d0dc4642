import { sql } from 'kysely'
import type { ListFacts, ListQuery } from '#contract/kit/envelope.ts'
import type { Side } from '#contract/sides.ts'
import type { TenantDatabase } from '#server/db/tenant.ts'
import type { Context } from '#server/kit/context.ts'
import { type AnyQuery, type Listing, listRows, patternOf } from '#server/kit/list.ts'
import type { Answer } from '#server/kit/pipeline.ts'
import { shownNumber } from './document-number.ts'
import { lockedBecause } from './lock-document.ts'
import { spelled } from './neutral.ts'
import { settlement } from './read-document.ts'

const joined = (db: TenantDatabase, kinds: readonly string[]) =>
  db
    .selectFrom('documents')
    .innerJoin('parties', 'parties.id', 'documents.party_id')
    .innerJoin('currencies', 'currencies.id', 'documents.currency_id')
    .where('documents.kind', 'in', kinds)

// biome-ignore lint/suspicious/noExplicitAny: an expression builder over whichever tables the listing joined
type AnyBuilder = any

/** Documents by their own number, and those of the parties found: each from its index, then put together. */
function matchingIds(e: AnyBuilder, side: Side, pattern: string) {
  const like = (table: string) => sql<boolean>`${sql.ref(`${table}.search_text`)} LIKE ${pattern}`
  const parties = e
    .selectFrom('parties as found')
    .select('found.id')
    .where('found.kind', '=', side.party)
    .where(like('found'))
  return e
    .selectFrom('documents as numbered')
    .select('numbered.id')
    .where(like('numbered'))
    .union(e.selectFrom('documents as theirs').select('theirs.id').where('theirs.party_id', 'in', parties))
}

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
      'documents.posted_at',
      'documents.issued_at',
    ])
    .select(['documents.subtotal', 'documents.tax', 'documents.total', 'documents.settled', 'documents.currency_id'])
    .select([
      sql`json_build_object('id', parties.id, 'name', parties.name, 'name_en', parties.name_en)`.as('party'),
      sql`to_json(currencies)`.as('currency'),
    ])

function documentListing(side: Side, today: string): Listing {
  const byNumber = 'documents.number'
  return {
    table: 'documents',
    from: (db) => joined(db, [side.document]),
    select: columns,
    sort: {
      [side.numberField]: byNumber,
      [side.dateField]: 'documents.document_date',
      [side.party]: 'parties.name',
      number: byNumber,
      date: 'documents.document_date',
      party: 'parties.name',
    },
    filter: {
      [side.partyField]: (query, id: number) => query.where('documents.party_id', '=', id),
      status: (query, status: string) =>
        status === 'overdue'
          ? query
              .where('documents.state', '=', 'posted')
              .where('documents.due_date', '<', today)
              .whereRef('documents.settled', '<', 'documents.total')
          : query.where('documents.status', '=', status),
    },
    search: (query, pattern) => query.where('documents.id', 'in', (e: AnyBuilder) => matchingIds(e, side, pattern)),
  }
}

export async function listDocuments(context: Context, side: Side, facts: ListFacts, query: ListQuery): Promise<Answer> {
  const { db, today } = context
  const listing = documentListing(side, today)
  // A void document keeps its number but leaves the list, unless it is asked for.
  const present = (rows: AnyQuery) =>
    query.status === 'void' ? rows : rows.where('documents.state' as never, '!=', 'void' as never)
  const from = (handle: TenantDatabase) => present(listing.from(handle))
  const alone = (handle: TenantDatabase) =>
    present(handle.selectFrom('documents').where('documents.kind', '=', side.document) as unknown as AnyQuery)
  const kept = (handle: TenantDatabase, ask: ListQuery) => keptTotal(handle, side, ask)
  const { data, meta } = await listRows(db, { ...listing, from, alone, kept }, facts, query)
  return { data: (data as DocumentRow[]).map((row) => listed(side, row, context)), meta }
}

/** Of all, or of one status; everything else is counted. */
function keptTotal(db: TenantDatabase, side: Side, query: ListQuery): Promise<number> | undefined {
  const { keyword, status, [side.partyField]: party } = query
  if (keyword || party || status === 'overdue') return undefined
  return db
    .selectFrom('document_counts')
    .select(sql<number>`coalesce(sum(count), 0)::bigint`.as('total'))
    .where('kind', '=', side.document)
    .where('status', status ? '=' : '!=', (status as string | undefined) ?? 'void')
    .executeTakeFirstOrThrow()
    .then(({ total }) => total)
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
  posted_at: Date | null
  issued_at: Date | null
  due_date: string
  id: number
}

function listed(side: Side, row: DocumentRow, context: Context) {
  const paid = settlement(row)
  const is_overdue = row.state === 'posted' && row.due_date < context.today && row.settled !== row.total
  return spelled(side, {
    ...row,
    number: shownNumber(row),
    ...paid,
    is_void: row.state === 'void',
    is_overdue,
    locked_because: lockedBecause(row, context),
  })
}

type OpenQuery = { keyword?: string; per_page: number; customer_id?: number; supplier_id?: number }

/**
 * The posted documents a payment may refer to, the oldest due first. Settled ones stay in the list, because choosing
 * one is answered with "already paid" rather than with silence; they come last.
 */
export async function documentOptions({ db }: Context, side: Side, query: OpenQuery): Promise<Answer> {
  const party = side.party === 'customer' ? query.customer_id : query.supplier_id
  let rows = joined(db, side.openKinds).where('documents.state', '=', 'posted')
  if (party !== undefined) rows = rows.where('documents.party_id', '=', party)
  if (query.keyword) rows = rows.where(sql<boolean>`documents.search_text LIKE ${patternOf(query.keyword)}`)
  const found = await columns(rows)
    .orderBy(sql`documents.settled >= documents.total`)
    .orderBy('documents.due_date')
    .orderBy('documents.id')
    .limit(query.per_page)
    .execute()
  const data = (found as DocumentRow[]).map((row) =>
    spelled(side, { ...row, number: shownNumber(row), ...settlement(row) }),
  )
  return { data, meta: { total: data.length } }
}
