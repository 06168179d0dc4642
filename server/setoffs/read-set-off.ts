import { sql } from 'kysely'
import { purchases, sales } from '#contract/documents/sides.ts'
import type { IssuedPaper } from '#contract/paper/issued-paper.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { TenantDatabase } from '#server/db/tenant/transaction.ts'
import { organizationHead } from '#server/documents/read-document.ts'
import { keepPaper, readPaper } from '#server/journal/issued-papers.ts'
import { periodLockReason } from '#server/journal/period-lock-reason.ts'
import { englishName } from '#server/paging/party-columns.ts'
import type { AnyQuery, Listing } from '#server/resource/list.ts'

const named = (table: string) =>
  sql`json_build_object('id', ${sql.ref(`${table}.id`)}, 'name', ${sql.ref(`${table}.name`)}, 'name_en', ${sql.ref(`${table}.name_en`)})`

const joined = (db: TenantDatabase) =>
  db
    .selectFrom('set_offs')
    .innerJoin(parties(db).as('customer'), 'customer.id', 'set_offs.customer_id')
    .innerJoin(parties(db).as('supplier'), 'supplier.id', 'set_offs.supplier_id')
    .innerJoin('currencies', 'currencies.id', 'set_offs.currency_id')

const parties = (db: TenantDatabase) =>
  db.selectFrom('parties as party').selectAll().select(englishName.as('english_name'))

const columns = (context: Context, query: AnyQuery) =>
  query
    .selectAll('set_offs')
    .select([named('customer').as('customer'), named('supplier').as('supplier')])
    .select([sql`to_json(currencies)`.as('currency'), sql.ref('set_offs.state').as('status')])
    .select(
      periodLockReason(context, ['sales', 'purchases'], { table: 'set_offs', day: 'set_off_date' }).as('closed_period'),
    )

export const setOffListing = (context: Context): Listing => ({
  table: 'set_offs',
  from: joined,
  select: (query) => columns(context, query),
  // In the order of the names as they are read.
  sort:
    context.language === 'en'
      ? { customer: 'customer.english_name', supplier: 'supplier.english_name' }
      : { customer: 'customer.name', supplier: 'supplier.name' },
  filter: { status: (query, status: string) => query.where('set_offs.state', '=', status) },
})

/** A set-off as its paper was issued. */
export const readSetOff = async (context: Context, id: number) => {
  const [row, paper] = await Promise.all([liveSetOff(context, id), readPaper(context, 'set_off', id)])
  return { ...row, ...paper }
}

/** The same of one that was just posted, whose paper is written down with it. */
export async function readIssuedSetOff(context: Context, id: number) {
  const row = await liveSetOff(context, id)
  // The row has the columns of the paper, which its type does not list.
  const { organization, customer, supplier, currency } = row as unknown as IssuedPaper['set_off']
  keepPaper(context, { kind: 'set_off', id, revision: 1 }, { organization, customer, supplier, currency })
  return row
}

async function liveSetOff(context: Context, id: number) {
  const { db } = context
  const row = (await columns(context, joined(db)).where('set_offs.id', '=', id).executeTakeFirst()) as
    | Record<string, unknown>
    | undefined
  if (!row) throw new Refusal('not_found')
  const [organization, receivables, payables] = await Promise.all([
    organizationHead(db),
    settledBy(db, id, sales.party),
    settledBy(db, id, purchases.party),
  ])
  return { ...row, organization, receivables, payables }
}

/** The settled amount of a side. For a void one the amount before. */
const settledBy = (db: TenantDatabase, id: number, party: string) =>
  db
    .selectFrom('allocations')
    .innerJoin('documents', 'documents.id', 'allocations.document_id')
    .select(['documents.id as reference_id', 'documents.kind', 'documents.number', 'documents.document_date as date'])
    .select(['documents.total', 'allocations.amount'])
    .where('allocations.set_off_id', '=', id)
    .where('allocations.reverses_id', 'is', null)
    .where('documents.party_kind', '=', party)
    .orderBy('allocations.id')
    .execute()
