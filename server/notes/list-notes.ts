import { sql } from 'kysely'
import type { ListQuery } from '#contract/kit/envelope.ts'
import type { NoteKind, NoteResource } from '#contract/notes.ts'
import { settlement } from '#server/documents/read-document.ts'
import type { Context } from '#server/kit/context.ts'
import { type Listing, listRows } from '#server/kit/list.ts'
import type { Answer } from '#server/kit/pipeline.ts'

const listingOf = ({ name, side }: NoteKind, isVoid: boolean): Listing => ({
  table: 'documents',
  from: (db) =>
    db
      .selectFrom('documents')
      .innerJoin('parties', 'parties.id', 'documents.party_id')
      .innerJoin('currencies', 'currencies.id', 'documents.currency_id')
      .innerJoin('documents as reference', 'reference.id', 'documents.reference_id')
      .where('documents.kind', '=', name)
      .where('documents.state', isVoid ? '=' : '!=', 'void'),
  select: (query) =>
    query
      .select(['documents.id', 'documents.number as note_number', 'documents.document_date as note_date'])
      .select(['documents.due_date', 'documents.status', 'documents.state', 'documents.party_id', 'documents.reason'])
      .select(['documents.subtotal', 'documents.tax', 'documents.total', 'documents.settled', 'documents.currency_id'])
      .select([
        sql`json_build_object('id', parties.id, 'name', parties.name, 'name_en', parties.name_en)`.as('party'),
        sql`json_build_object('id', reference.id, 'number', reference.number, 'date', reference.document_date)`.as(
          'reference',
        ),
        sql`to_json(currencies)`.as('currency'),
      ]),
  sort: { note_number: 'documents.number', note_date: 'documents.document_date', [side.party]: 'parties.name' },
  filter: { [side.partyField]: (query, id: number) => query.where('documents.party_id', '=', id) },
  search: (query, pattern) =>
    query.where(sql<boolean>`(documents.search_text LIKE ${pattern} OR parties.search_text LIKE ${pattern})`),
})

type Row = { party: unknown; party_id: number; total: string; settled: string; state: string }

export async function listNotes({ db }: Context, { list, noteKind }: NoteResource, query: ListQuery): Promise<Answer> {
  const { data, meta } = await listRows(db, listingOf(noteKind, query.status === 'void'), list, query)
  const { side } = noteKind
  const rows = (data as Row[]).map(({ party, party_id, ...row }) => ({
    ...row,
    ...settlement(row),
    [side.partyField]: party_id,
    [side.party]: party,
    is_void: row.state === 'void',
    is_overdue: false,
  }))
  return { data: rows, meta }
}
