import { sql } from 'kysely'
import type { NoteKind, NoteResource } from '#contract/documents/notes.ts'
import type { ListQuery } from '#contract/kit/envelope.ts'
import type { Context } from '#server/core/context.ts'
import { writtenOff } from '#server/documents/list-documents.ts'
import { lockReason } from '#server/documents/lock-document.ts'
import { isOverdue, settlement } from '#server/documents/read-document.ts'
import type { Answer } from '#server/http/pipeline.ts'
import { periodLockReason } from '#server/journal/period-lock-reason.ts'
import { standing } from '#server/paging/counter-list.ts'
import { type CountedListing, listCounted, sumCounted } from '#server/paging/list-with-counters.ts'
import { rowCurrencySql, withParty } from '#server/paging/party-columns.ts'

const listingOf = (context: Context, { name, side }: NoteKind, { status, with_void }: ListQuery): CountedListing => ({
  counted: {
    table: 'documents',
    kind: name,
    day: 'document_date',
    status: 'status',
    wanted: typeof status === 'string' ? { is: status } : standing(with_void),
  },
  party: { kind: side.party, field: side.partyField, sortKeys: [side.party] },
  from: (db) =>
    withParty(db.selectFrom('documents'), 'documents').leftJoin(
      'documents as reference',
      'reference.id',
      'documents.reference_id',
    ),
  select: (query) =>
    query
      .select(['documents.id', 'documents.number as note_number', 'documents.document_date as note_date'])
      .select([
        'documents.due_date',
        'documents.status',
        'documents.state',
        'documents.party_id',
        'documents.reason',
        'documents.reason_code',
      ])
      .select(['documents.kind', 'documents.note_count', 'documents.advances_deducted'])
      .select(['documents.posted_at', 'documents.issued_at', 'documents.is_tax_invoice'])
      .select(['documents.subtotal', 'documents.tax', 'documents.total', 'documents.settled', 'documents.currency_id'])
      .select([
        sql`json_build_object('id', parties.id, 'name', parties.name, 'name_en', parties.name_en)`.as('party'),
        sql`json_build_object('id', reference.id, 'kind', coalesce(reference.kind, 'external'),
          'number', coalesce(reference.number, documents.reference_number), 'date', coalesce(reference.document_date, documents.reference_date))`.as(
          'reference',
        ),
        rowCurrencySql('documents').as('currency'),
        periodLockReason(context, [side.name], { table: 'documents', day: 'document_date' }).as('closed_period'),
        sql<boolean>`EXISTS (SELECT FROM refunds WHERE refunds.organization_id = ${context.session.organization_id}
          AND refunds.note_id = documents.id AND refunds.state = 'posted')`.as('is_refunded'),
        writtenOff(context).as('written_off'),
      ]),
  sort: {
    note_number: 'documents.number',
    note_date: 'documents.document_date',
    created_at: 'documents.id',
    status: ['documents.status', 'documents.document_date'],
    total: 'documents.total_units',
  },
  filter: {
    [side.partyField]: (query, id: number) => query.where('documents.party_id', '=', id),
    status: (query) => query,
    with_void: (query) => query,
  },
})

type NoteRow = { party: unknown; party_id: number; total: string; due_date: string; is_refunded: boolean }
type Row = Parameters<typeof lockReason>[0] & NoteRow

/** What the notes of the filters come to. */
export const sumNotes = (context: Context, { list, noteKind }: NoteResource, query: ListQuery): Promise<Answer> =>
  sumCounted(context, listingOf(context, noteKind, query), list, query)

export async function listNotes(context: Context, { list, noteKind }: NoteResource, query: ListQuery): Promise<Answer> {
  const { data, meta } = await listCounted(context, listingOf(context, noteKind, query), list, query)
  const { side } = noteKind
  const rows = (data as Row[]).map(({ party, party_id, is_refunded, ...row }) => ({
    ...row,
    ...settlement(row),
    [side.partyField]: party_id,
    [side.party]: party,
    is_void: row.state === 'void',
    // The open amount of a note that lowers belongs to the party: it is never overdue.
    is_overdue: !noteKind.lowers && isOverdue(row, context),
    locked_because: lockReason(row, context) ?? (is_refunded ? 'has_refunds' : null),
  }))
  return { data: rows, meta }
}
