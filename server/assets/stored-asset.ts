import { type Selectable, sql } from 'kysely'
import type { Life, LifeMethod, Worth } from '#ledger/assets/depreciation.ts'
import { monthEnd } from '#ledger/calendar/calendar.ts'
import { type Decimal, decimal, type Numeric, sum } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import type { Need } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/db/schema.ts'
import { lockDeferral, type StoredDeferral, type StoredPart } from '#server/deferrals/deferral-rows.ts'

export type StoredAsset = Selectable<Database['assets']>
export type StoredClass = Selectable<Database['asset_classes']>
export type StoredAssetEvent = Selectable<Database['asset_events']>
export type AssetSchedule = { row: StoredDeferral; parts: StoredPart[] }
/** An asset with all that decides about it. Without a schedule, nothing of it was ever to depreciate. */
export type AssetFacts = {
  asset: StoredAsset
  ofClass: StoredClass
  events: StoredAssetEvent[]
  schedule: AssetSchedule | null
  /** What its schedules in other classes and branches posted. */
  former: StoredPart[]
}
/** The entries of an asset other than its months: `source_id` is its id, `source_revision` the number of its event. */
export const assetSource = 'asset'

/** An asset, locked with its schedule. */
export const assetOf = (id: number): Need<AssetFacts> => ({
  lock: 'records',
  load: (context) => lockAsset(context, id),
})

async function lockAsset(context: Context, id: number): Promise<AssetFacts> {
  const { db } = context
  // Schedules first, and with the first trip: the posting of a month locks its schedule alone, and what is read with this trip or after
  // it has that month.
  const [locked, asset] = await Promise.all([
    currentSchedule(context, id).forUpdate().execute(),
    db.selectFrom('assets').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
  ])
  if (!asset) throw new Refusal('not_found')
  const [ofClass, events, former, owned] = await Promise.all([
    db.selectFrom('asset_classes').selectAll().where('id', '=', asset.asset_class_id).executeTakeFirstOrThrow(),
    db.selectFrom('asset_events').selectAll().where('asset_id', '=', id).orderBy('id').execute(),
    formerParts(context, id),
    // Once more: a transfer that was waited for gave the asset another one, whose months may be missing in what was read.
    currentSchedule(context, id).executeTakeFirst(),
  ])
  if (owned?.id !== locked[0]?.id) throw new Refusal('conflict_retry')
  const schedule = owned ? await lockDeferral(context, owned.id) : null
  return { asset, ofClass, events, former, schedule }
}

const currentSchedule = ({ db }: Context, id: number) =>
  db
    .selectFrom('deferrals')
    .select('id')
    .where('asset_id', '=', id)
    .where('state', '!=', 'cancelled')
    .where('is_former', '=', false)

const formerParts = ({ db }: Context, id: number): Promise<StoredPart[]> =>
  db
    .selectFrom('deferral_parts as part')
    .innerJoin('deferrals as deferral', 'deferral.id', 'part.deferral_id')
    .selectAll('part')
    .where('deferral.asset_id', '=', id)
    .where('deferral.is_former', '=', true)
    .where('part.state', '=', 'posted')
    .orderBy('part.deferral_id')
    .orderBy('part.number')
    .execute()

/** What a rule must know of an asset before it is locked: the first day on which it may post. */
export async function unlockedAsset({ db, session }: Context, id: number) {
  const own = session.organization_id
  const { rows } = await sql<{ entered_on: string; deferral_id: number | null; first_open: string | null }>`
    SELECT asset.entered_on, deferral.id AS deferral_id, (SELECT min(part.part_date) FROM deferral_parts AS part
        WHERE part.organization_id = ${own} AND part.deferral_id = deferral.id AND part.state IN ('planned', 'failed')) AS first_open
    FROM assets AS asset
    LEFT JOIN deferrals AS deferral ON deferral.organization_id = ${own} AND deferral.asset_id = asset.id AND deferral.state <> 'cancelled'
      AND NOT deferral.is_former
    WHERE asset.organization_id = ${own} AND asset.id = ${id}::bigint`.execute(db)
  const [found] = rows
  if (!found) throw new Refusal('not_found')
  return found
}

export const postedOf = (schedule: AssetSchedule | null): StoredPart[] =>
  schedule?.parts.filter(({ state }) => state === 'posted') ?? []

/** Cost, residual value and accumulated depreciation: of the events, and of the parts that are posted. */
export function assetValues({ asset, events, schedule, former }: Omit<AssetFacts, 'ofClass'>): Worth & {
  cost: Decimal
  residual: Decimal
  accumulated: Decimal
} {
  const accumulated = sum([
    ...events.map((event) => event.accumulated),
    ...former.map((part) => part.amount),
    ...postedOf(schedule).map((part) => part.amount),
  ])
  return { cost: decimal(asset.cost), residual: decimal(asset.residual), accumulated }
}

/** The life by months of an asset, with the last day of its posted months. Null for one that does not depreciate, or by units of use. */
export function lifeOf({ asset, schedule, former, ofClass }: Omit<AssetFacts, 'events'>): Life | null {
  const { method, life_months, in_service_on, residual } = asset
  if (life_months === null || in_service_on === null) return null
  const posted = [...former, ...postedOf(schedule)]
  const months = posted.flatMap(({ kind, month }) => (kind === 'month' ? [monthEnd(month)] : []))
  const booked = [...months, ...(asset.depreciated_to === null ? [] : [asset.depreciated_to])].toSorted().at(-1)
  const percent = ofClass.declining_percent
  const declining = method === 'declining' && percent !== null ? { percent, residual } : null
  return { method: method as LifeMethod, life_months, in_service_on, depreciated_to: booked ?? null, declining }
}

/** The same life with another residual value. */
export const withResidual = (life: Life, residual: Numeric): Life =>
  life.declining ? { ...life, declining: { ...life.declining, residual } } : life

/** The units of an asset so far: of its last reading that was not taken back. */
export function lastReading({ asset, events }: Pick<AssetFacts, 'asset' | 'events'>): string {
  const undone = new Set(events.flatMap(({ reverses_id }) => reverses_id ?? []))
  return events.findLast(({ id, kind }) => kind === 'used' && !undone.has(id))?.reading ?? asset.opening_units
}

/** Where an asset is: said by each event of it. */
export const whereAsset = ({ asset_class_id, branch_id, cost_center_id }: StoredAsset) => ({
  asset_class_id,
  branch_id,
  cost_center_id,
})

/** What is only said of an asset, and stops nothing that happens to it. */
export const isOnlySaid = (kind: string): boolean => kind === 'seen' || kind === 'tax_use'

/** The last event that was not taken back. */
export const lastEvent = (events: readonly StoredAssetEvent[]): StoredAssetEvent | undefined => {
  const undone = new Set(events.flatMap(({ reverses_id }) => reverses_id ?? []))
  return events.findLast(({ id, kind }) => kind !== 'restored' && !isOnlySaid(kind) && !undone.has(id))
}

/** Refuses an asset that left or was cancelled, and a day before the last thing that happened to it. */
export function requireActive({ asset, events }: AssetFacts, date: string): void {
  if (asset.state !== 'active') throw new Refusal('asset_state')
  const day = lastEvent(events)?.event_date ?? asset.entered_on
  if (date < day) throw new Refusal('asset_date_early', { field: 'date', params: { day } })
}
