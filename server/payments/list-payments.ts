import { sql } from 'kysely'
import type { ListFacts, ListQuery } from '#contract/kit/envelope.ts'
import type { Side } from '#contract/sides.ts'
import type { Context } from '#server/kit/context.ts'
import { type Listing, listRows } from '#server/kit/list.ts'
import type { Answer } from '#server/kit/pipeline.ts'
import { paymentKind } from './payment-kind.ts'

const paymentListing = (side: Side): Listing => ({
  table: 'payments',
  from: (db) =>
    db
      .selectFrom('payments')
      .innerJoin('parties', 'parties.id', 'payments.party_id')
      .innerJoin('currencies', 'currencies.id', 'payments.currency_id')
      .where('payments.kind', '=', paymentKind(side))
      .where('payments.state', '=', 'posted'),
  select: (query) =>
    query
      .select([
        'payments.id',
        'payments.number as payment_number',
        'payments.payment_date',
        'payments.amount',
        'payments.state',
        'payments.party_id',
      ])
      .select([
        sql`json_build_object('id', parties.id, 'name', parties.name, 'name_en', parties.name_en)`.as('party'),
        sql`to_json(currencies)`.as('currency'),
      ]),
  sort: { payment_number: 'payments.number', [side.party]: 'parties.name', party: 'parties.name' },
  filter: { [side.partyField]: (query, id: number) => query.where('payments.party_id', '=', id) },
  search: (query, pattern) =>
    query.where(sql<boolean>`(payments.search_text LIKE ${pattern} OR parties.search_text LIKE ${pattern})`),
})

export async function listPayments({ db }: Context, side: Side, facts: ListFacts, query: ListQuery): Promise<Answer> {
  const { data, meta } = await listRows(db, paymentListing(side), facts, query)
  return { data: (data as PaymentRow[]).map((row) => spelledPayment(side, row)), meta }
}

type PaymentRow = { party_id: number; party: unknown; state: string }

/** `party` as the side calls it. */
export function spelledPayment<Row extends PaymentRow>(side: Side, { party_id, party, ...row }: Row) {
  return { ...row, [side.partyField]: party_id, [side.party]: party, is_void: row.state === 'void' }
}
