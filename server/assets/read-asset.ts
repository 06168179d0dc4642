import { sql } from 'kysely'
import { type LifeMethod, lifeEnd } from '#ledger/assets/depreciation.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { refusalWords } from '#server/core/refusal-words.ts'
import type { TenantDatabase } from '#server/db/tenant/transaction.ts'
import type { AnyQuery, Listing } from '#server/resource/list.ts'
import { isRestorable } from './restore-asset.ts'
import { isOnlySaid } from './stored-asset.ts'
import { vatAdjustmentOf } from './vat-adjustment.ts'

const named = (table: string) =>
  sql`json_build_object('id', ${sql.ref(`${table}.id`)}, 'name', ${sql.ref(`${table}.name`)}, 'name_en', ${sql.ref(`${table}.name_en`)})`

/** Of its events and of the posted parts of its schedule. */
const accumulatedOf = (own: number) => sql<string>`(
  coalesce((SELECT sum(event.accumulated) FROM asset_events AS event
    WHERE event.organization_id = ${own} AND event.asset_id = assets.id), 0)
  + coalesce((SELECT sum(part.amount) FROM deferrals AS deferral
    JOIN deferral_parts AS part ON part.organization_id = ${own} AND part.deferral_id = deferral.id
    WHERE deferral.organization_id = ${own} AND deferral.asset_id = assets.id AND deferral.state <> 'cancelled'
      AND part.state = 'posted'), 0))`
const statusOf = (own: number) =>
  sql<string>`CASE WHEN assets.state = 'active' AND assets.method <> 'none' AND assets.cost - assets.residual = ${accumulatedOf(own)}
  THEN 'depreciated' ELSE assets.state END`

const joined = (db: TenantDatabase) =>
  db
    .selectFrom('assets')
    .innerJoin('asset_classes as class', 'class.id', 'assets.asset_class_id')
    .innerJoin('branches as branch', 'branch.id', 'assets.branch_id')

const columns = (query: AnyQuery, own: number) =>
  query
    .selectAll('assets')
    .select([named('class').as('asset_class'), named('branch').as('branch'), statusOf(own).as('status')])
    .select([
      sql`CASE WHEN assets.state = 'cancelled' THEN 0 ELSE ${accumulatedOf(own)} END`.as('accumulated'),
      sql`CASE WHEN assets.state = 'cancelled' THEN 0 ELSE assets.cost - ${accumulatedOf(own)} END`.as('book_value'),
    ])

export const assetListing = ({ language, session }: Pick<Context, 'language' | 'session'>): Listing => ({
  table: 'assets',
  from: joined,
  select: (query) => columns(query, session.organization_id),
  sort: {
    asset_class: language === 'en' ? 'class.name_en' : 'class.name',
  },
  filter: {
    status: (query, value: string) => query.where(sql<boolean>`${statusOf(session.organization_id)} = ${value}`),
  },
})

export async function readAsset(context: Context, id: number) {
  const { db } = context
  const schedule = db
    .selectFrom('deferrals')
    .select('id')
    .where('asset_id', '=', id)
    .where('state', '!=', 'cancelled')
    .where('is_former', '=', false)
  const [row, events, parts, deferral] = await Promise.all([
    assetRow(context, id),
    eventsOf(context, id),
    partsOf(context, id),
    schedule.executeTakeFirst(),
  ])
  if (!row) throw new Refusal('not_found')
  const last = events.findLast(({ kind, is_reversed }) => kind !== 'restored' && !isOnlySaid(kind) && !is_reversed)
  const used = events.findLast(({ kind, is_reversed }) => kind === 'used' && !is_reversed)
  const { method, life_months, in_service_on } = row
  const ends = method !== 'none' && life_months !== null && in_service_on !== null
  return {
    ...row,
    life_end: ends ? lifeEnd({ method: method as LifeMethod, life_months, in_service_on }) : null,
    reading: method === 'units' ? (used?.reading ?? row.opening_units) : null,
    vat_adjustment: vatAdjustmentOf(row, context.session.organization.decimals),
    deferral_id: deferral?.id ?? null,
    restorable_id: last && isRestorable(last) ? last.id : null,
    events,
    parts,
  }
}

type Row = Parameters<typeof vatAdjustmentOf>[0] & {
  method: string
  life_months: number | null
  in_service_on: string | null
  opening_units: string
} & Record<string, unknown>

async function assetRow({ db, session }: Context, id: number): Promise<Row | undefined> {
  const query = columns(joined(db), session.organization_id)
    .leftJoin('cost_centers as center', 'center.id', 'assets.cost_center_id')
    .leftJoin('documents as bill', 'bill.id', 'assets.document_id')
    .select([
      sql`CASE WHEN center.id IS NOT NULL THEN ${named('center')} END`.as('cost_center'),
      sql.ref('bill.number').as('document_number'),
      sql.ref('class.vat_kind').as('vat_kind'),
      sql.ref('class.declining_percent').as('declining_percent'),
    ])
  return (await query.where('assets.id', '=', id).executeTakeFirst()) as Row | undefined
}

type Event = { id: number; kind: string; is_reversed: boolean; reading: string | null }

async function eventsOf({ db, session }: Context, id: number): Promise<Event[]> {
  const own = session.organization_id
  const { rows } = await sql<Event>`
    SELECT event.id, event.kind, event.event_date AS date, event.cost, event.accumulated, event.residual, event.amount, event.how,
      event.proceeds, event.book_value, event.proceeds - event.book_value AS gain, event.document_id, document.number AS document_number,
      event.life_months, event.reading, event.use_now, event.adjustment, event.reason,
      CASE WHEN event.kind = 'transferred' THEN concat_ws(' - ', class.name, branch.name, center.name) ELSE event.place END AS place,
      CASE WHEN event.kind = 'transferred' THEN concat_ws(' - ', coalesce(class.name_en, class.name), coalesce(branch.name_en, branch.name),
        coalesce(center.name_en, center.name)) END AS place_en, entry.entry_number, event.created_at AS at, person.name AS by,
      EXISTS (SELECT FROM asset_events AS undo WHERE undo.organization_id = ${own} AND undo.reverses_id = event.id) AS is_reversed
    FROM asset_events AS event
    LEFT JOIN documents AS document ON document.organization_id = ${own} AND document.id = event.document_id
    LEFT JOIN journal_entries AS entry ON entry.organization_id = ${own} AND entry.id = event.entry_id
    LEFT JOIN users AS person ON person.organization_id = ${own} AND person.id = event.created_by
    JOIN asset_classes AS class ON class.organization_id = ${own} AND class.id = event.asset_class_id
    JOIN branches AS branch ON branch.organization_id = ${own} AND branch.id = event.branch_id
    LEFT JOIN cost_centers AS center ON center.organization_id = ${own} AND center.id = event.cost_center_id
    WHERE event.organization_id = ${own} AND event.asset_id = ${id}::bigint
      -- Of a transfer, where it went.
      AND NOT (event.kind = 'transferred' AND event.cost::numeric < 0)
    ORDER BY event.id`.execute(db)
  return rows
}

async function partsOf(context: Context, id: number) {
  const { db, session } = context
  const own = session.organization_id
  const { rows } = await sql<{ error: string | null } & Record<string, unknown>>`
    SELECT part.number, part.kind, part.month, part.part_date AS date, part.amount, part.state, entry.entry_number, part.error
    FROM deferrals AS deferral
    JOIN deferral_parts AS part ON part.organization_id = ${own} AND part.deferral_id = deferral.id
    LEFT JOIN journal_entries AS entry ON entry.organization_id = ${own} AND entry.id = part.entry_id
    WHERE deferral.organization_id = ${own} AND deferral.asset_id = ${id}::bigint AND part.state <> 'dropped'
    ORDER BY part.part_date, part.number`.execute(db)
  return rows.map((part) => ({ ...part, error: part.error && refusalWords(context, part.error) }))
}
