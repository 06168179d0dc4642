import { sql } from 'kysely'
import { sumMaximum } from '#contract/documents/list-sums.ts'
import type { GoodsKind } from '#contract/goods/goods-kinds.ts'
import { goodsNotes } from '#contract/goods/goods-notes.ts'
import type { ListQuery } from '#contract/kit/envelope.ts'
import { sum, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { isKept } from '#server/core/kept-places.ts'
import type { TenantDatabase } from '#server/db/tenant/transaction.ts'
import type { Answer } from '#server/http/pipeline.ts'
import { nameColumn, withParty } from '#server/paging/party-columns.ts'
import { type AnyQuery, applyFilters, type Listing, listRows } from '#server/resource/list.ts'
import { progressOfGoods } from './read-goods-note.ts'

type Listed = {
  party_id: number
  party: unknown
  state: string
  is_return: boolean
  rows: { quantity: string; taken: string }[]
}

/** What of the rows of a note waits on the account for its document. */
const openValue = (own: number) => sql<string>`CASE WHEN goods_notes.state = 'void' OR goods_notes.is_return THEN 0 ELSE
  goods_notes.value - coalesce((SELECT sum(line.settled_value) FROM goods_note_lines AS line
    WHERE line.organization_id = ${own} AND line.goods_note_id = goods_notes.id), 0) END`

function goodsListing(context: Context, { name, side }: GoodsKind): Listing {
  const own = context.session.organization_id
  const lines = sql`FROM goods_note_lines AS line WHERE line.organization_id = ${own} AND line.goods_note_id = goods_notes.id`
  const taken = sql<boolean>`EXISTS (SELECT ${lines} AND line.taken::numeric > 0)`
  const open = sql<boolean>`EXISTS (SELECT ${lines} AND line.taken::numeric < line.quantity::numeric)`
  const progress = {
    // What still leads to a document: neither a return nor taken back.
    open: sql<boolean>`goods_notes.state = 'posted' AND NOT goods_notes.is_return AND ${open}`,
    none: sql<boolean>`NOT ${taken}`,
    part: sql<boolean>`${taken} AND ${open}`,
    all: sql<boolean>`${taken} AND NOT ${open}`,
  }
  const kept = isKept(context.session, 'goods_notes.place_id')
  const bare = (db: TenantDatabase) =>
    db.selectFrom('goods_notes').where('goods_notes.kind', '=', name).where(kept) as AnyQuery
  const day = sql.ref('goods_notes.note_date')
  return {
    table: 'goods_notes',
    from: (db) => withParty(bare(db), 'goods_notes'),
    withoutJoins: bare,
    select: (query) =>
      query.selectAll('goods_notes').select([
        sql`json_build_object('id', parties.id, 'name', parties.name, 'name_en', parties.name_en)`.as('party'),
        sql`(SELECT json_build_object('id', branch.id, 'name', branch.name, 'name_en', branch.name_en) FROM branches AS branch
          WHERE branch.organization_id = ${own} AND branch.id = goods_notes.branch_id)`.as('branch'),
        sql`coalesce((SELECT json_agg(json_build_object('quantity', line.quantity::text, 'taken', line.taken::text)) ${lines}), '[]')`.as(
          'rows',
        ),
        openValue(own).as('open_value'),
      ]),
    sort: { party: nameColumn(context), [side.party]: nameColumn(context), created_at: 'goods_notes.id' },
    filter: {
      [side.partyField]: (query, id: number) => query.where('goods_notes.party_id', '=', id),
      status: (query, wanted: string) => query.where('goods_notes.state', '=', wanted),
      progress: (query, wanted: keyof typeof progress) => query.where(progress[wanted]),
      date_from: (query, value: string) => query.where(sql<boolean>`${day} >= ${value}::date`),
      date_to: (query, value: string) => query.where(sql<boolean>`${day} <= ${value}::date`),
    },
    search: (query, pattern) =>
      query.where(
        sql<boolean>`(goods_notes.search_text LIKE ${pattern} OR goods_notes.party_id IN (
          SELECT party.id FROM parties AS party WHERE party.organization_id = ${own} AND party.search_text LIKE ${pattern}))`,
      ),
  }
}

export async function listGoodsNotes(context: Context, kind: GoodsKind, query: ListQuery): Promise<Answer> {
  const { data, meta } = await listRows(context.db, goodsListing(context, kind), goodsNotes[kind.name].list, query)
  return { data: (data as Listed[]).map((row) => listed(kind, row)), meta }
}

const listed = ({ side }: GoodsKind, { party_id, party, state, rows, ...row }: Listed) => ({
  ...row,
  status: state,
  progress: progressOfGoods(rows),
  [side.partyField]: party_id,
  [side.party]: party,
})

/** What the notes of the filters moved, and what of it waits for its document; those taken back and returns count for nothing. */
export async function sumGoodsNotes(context: Context, kind: GoodsKind, query: ListQuery): Promise<Answer> {
  const { db, session } = context
  const listing = goodsListing(context, kind)
  const matching = applyFilters(
    (listing.withoutJoins ?? listing.from)(db, query),
    listing,
    goodsNotes[kind.name].list,
    query,
  )
  const rows = (await matching
    .where('goods_notes.state', '=', 'posted')
    .where('goods_notes.is_return', '=', false)
    .select(['goods_notes.value', openValue(session.organization_id).as('open_value')])
    .limit(sumMaximum + 1)
    .execute()) as { value: string; open_value: string }[]
  if (rows.length > sumMaximum) return { data: { is_too_many: true, maximum: sumMaximum, sums: [] } }
  const { currency_id } = session.organization
  const currency = await db.selectFrom('currencies').selectAll().where('id', '=', currency_id).executeTakeFirstOrThrow()
  const total = text(sum(rows.map(({ value }) => value)))
  const remaining = text(sum(rows.map(({ open_value }) => open_value)))
  const sums = rows.length === 0 ? [] : [{ currency, count: rows.length, total, remaining }]
  return { data: { is_too_many: false, maximum: sumMaximum, sums } }
}
