import { sql } from 'kysely'
import { customsDeclarations } from '#contract/documents/customs.ts'
import type { ListQuery } from '#contract/kit/envelope.ts'
import type { Context } from '#server/core/context.ts'
import { lockReason } from '#server/documents/lock-document.ts'
import { isOverdue, settlement } from '#server/documents/read-document.ts'
import type { Answer } from '#server/http/pipeline.ts'
import { periodLockReason } from '#server/journal/period-lock-reason.ts'
import { isWanted, standing } from '#server/paging/counter-list.ts'
import { nameColumn, withParty } from '#server/paging/party-columns.ts'
import { type AnyQuery, type Listing, listRows } from '#server/resource/list.ts'
import { declarationKind } from './declaration.ts'

const listingOf = (context: Context, { status, with_void }: ListQuery): Listing => ({
  table: 'documents',
  from: (db) =>
    withParty(db.selectFrom('documents'), 'documents')
      .innerJoin('customs_declarations as declaration', 'declaration.document_id', 'documents.id')
      .innerJoin('currencies', 'currencies.id', 'documents.currency_id')
      .where('documents.kind', '=', declarationKind)
      .where(isWanted({ wanted: status === 'void' ? { is: status } : standing(with_void) }, 'documents.state')),
  select: (query) =>
    query
      .select(['documents.id', 'documents.number as declaration_number', 'documents.document_date as declaration_date'])
      .select(['documents.due_date', 'documents.status', 'documents.state', 'documents.kind', 'documents.note_count'])
      .select('documents.advances_deducted')
      .select([
        'documents.posted_at',
        'documents.issued_at',
        'documents.is_tax_invoice',
        'documents.party_id as supplier_id',
      ])
      .select(['documents.subtotal', 'documents.tax', 'documents.total', 'documents.settled', 'documents.currency_id'])
      .select(['declaration.customs_value', 'declaration.vat_base'])
      .select([
        sql`json_build_object('id', parties.id, 'name', parties.name, 'name_en', parties.name_en)`.as('supplier'),
        sql`to_json(currencies)`.as('currency'),
        periodLockReason(context, ['purchases'], { table: 'documents', day: 'document_date' }).as('closed_period'),
      ]),
  sort: {
    declaration_number: 'documents.number',
    declaration_date: 'documents.document_date',
    supplier: nameColumn(context),
    total: 'documents.total_units',
  },
  filter: {
    with_void: (query) => query,
    supplier_id: (query, id: number) => query.where('documents.party_id', '=', id),
    status: (query: AnyQuery, status: string) =>
      status === 'overdue'
        ? query
            .where('documents.state', '=', 'posted')
            .where('documents.due_date', '<', context.today)
            .whereRef('documents.settled', '<', 'documents.total')
        : query.where('documents.status', '=', status),
  },
  search: (query, pattern) =>
    query.where(sql<boolean>`(documents.search_text LIKE ${pattern} OR parties.search_text LIKE ${pattern})`),
})

type Row = Parameters<typeof lockReason>[0] &
  Parameters<typeof settlement>[0] & { due_date: string; subtotal: string; tax: string }

export async function listDeclarations(context: Context, query: ListQuery): Promise<Answer> {
  const listing = listingOf(context, query)
  const { data, meta } = await listRows(context.db, listing, customsDeclarations.list, query)
  const rows = (data as Row[]).map((row) => ({
    ...row,
    ...settlement(row),
    duty: row.subtotal,
    vat: row.tax,
    is_void: row.state === 'void',
    is_overdue: isOverdue(row, context),
    locked_because: lockReason(row, context),
  }))
  return { data: rows, meta }
}
