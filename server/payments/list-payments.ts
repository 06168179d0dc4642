import { sql } from 'kysely'
import type { Side } from '#contract/documents/sides.ts'
import type { ListFacts, ListQuery } from '#contract/kit/envelope.ts'
import type { Context } from '#server/core/context.ts'
import type { Answer } from '#server/http/pipeline.ts'
import { standing } from '#server/paging/counter-list.ts'
import { type CountedListing, listCounted, sumCounted } from '#server/paging/list-with-counters.ts'
import { rowCurrencySql, withParty } from '#server/paging/party-columns.ts'
import { paymentKind } from './payment-kind.ts'
import { closedPayments } from './payment-lock-reason.ts'

const paymentListing = (side: Side, { with_void }: ListQuery): CountedListing => ({
  counted: {
    table: 'payments',
    kind: paymentKind(side),
    day: 'payment_date',
    status: 'state',
    wanted: with_void === true ? standing(with_void) : { is: 'posted' },
  },
  party: { kind: side.party, field: side.partyField, sortKeys: ['party', side.party] },
  // The payments of a usual organization fill a few pages of an index. The generic plan reads those instead of ten rows
  // by key, but those of the largest organization fill thousands of pages.
  isPlannedAnew: true,
  from: (db) => withParty(db.selectFrom('payments'), 'payments'),
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
        rowCurrencySql('payments').as('currency'),
      ]),
  sort: { payment_number: 'payments.number', amount: 'payments.amount_units', created_at: 'payments.id' },
  filter: {
    [side.partyField]: (query, id: number) => query.where('payments.party_id', '=', id),
    with_void: (query) => query,
  },
})

export async function listPayments(context: Context, side: Side, facts: ListFacts, query: ListQuery): Promise<Answer> {
  const { data, meta } = await listCounted(context, paymentListing(side, query), facts, query)
  const rows = data as (PaymentRow & { id: number })[]
  const closed = await closedPayments(
    context,
    side,
    rows.map(({ id }) => id),
  )
  return {
    data: rows.map((row) => ({ ...spelledPayment(side, row), closed_period: closed.get(row.id) ?? null })),
    meta,
  }
}

/** What the payments of the filters come to. */
export const sumPayments = (context: Context, side: Side, facts: ListFacts, query: ListQuery): Promise<Answer> =>
  sumCounted(context, paymentListing(side, query), facts, query)

type PaymentRow = { party_id: number; party: unknown; state: string }

/** `party` under the name of the side: customer or supplier. */
export function spelledPayment<Row extends PaymentRow>(side: Side, { party_id, party, ...row }: Row) {
  return { ...row, [side.partyField]: party_id, [side.party]: party, is_void: row.state === 'void' }
}
