import { type RawBuilder, type Selectable, sql } from 'kysely'
import { type Decimal, decimal, sum } from '#ledger/money.ts'
import type { DeferralFacts } from '#ledger/posting/deferral.ts'
import type { Context } from '#server/core/context.ts'
import type { Need } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import { refusalWords } from '#server/core/refusal-words.ts'
import type { Database } from '#server/db/schema.ts'

export type StoredDeferral = Selectable<Database['deferrals']>
export type StoredPart = Selectable<Database['deferral_parts']>
/** The entries of a schedule in the journal: `source_id` is its id, `source_revision` its part's number and one. */
export const deferralSource = 'deferral'

export type Schedule = { row: StoredDeferral; parts: StoredPart[] }
export type Schedules = ReadonlyMap<number, Schedule>

/** A schedule with its parts, locked: posting, stopping and crediting take turns. */
export const scheduleOf = (id: number): Need<Schedule> => ({
  lock: 'records',
  load: (context) => lockDeferral(context, id),
})

/** The schedules that a query names, locked in the order of their ids. */
export const schedulesWithin = (ids: (organization: number) => RawBuilder<unknown>): Need<Schedules> => ({
  lock: 'records',
  load: async ({ db, session }) => {
    const own = sql<number>`ANY (ARRAY(${ids(session.organization_id)}))`
    const rows = await db.selectFrom('deferrals').selectAll().where('id', '=', own).orderBy('id').forUpdate().execute()
    if (rows.length === 0) return new Map()
    const parts = await db
      .selectFrom('deferral_parts')
      .selectAll()
      .where(
        'deferral_id',
        'in',
        rows.map(({ id }) => id),
      )
      .orderBy('number')
      .execute()
    const partsOf = Map.groupBy(parts, ({ deferral_id }) => deferral_id)
    return new Map(rows.map((row) => [row.id, { row, parts: partsOf.get(row.id) ?? [] }]))
  },
})

/** The schedules of a document that are not cancelled. */
export const schedulesOfDocument = (documentId: number): Need<Schedules> =>
  schedulesWithin(
    (organization) => sql`SELECT id FROM deferrals
      WHERE organization_id = ${organization} AND document_id = ${documentId} AND state <> 'cancelled'`,
  )

/** The same for a rule that is not planned. */
export async function lockDeferral({ db }: Context, id: number): Promise<Schedule> {
  const [row, parts] = await Promise.all([
    db.selectFrom('deferrals').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
    db.selectFrom('deferral_parts').selectAll().where('deferral_id', '=', id).orderBy('number').execute(),
  ])
  if (!row) throw new Refusal('not_found')
  return { row, parts }
}

/** A schedule before it is locked. */
export async function unlockedDeferral({ db }: Context, id: number): Promise<StoredDeferral> {
  const row = await db.selectFrom('deferrals').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

/** The schedule of an asset changes with the asset alone. */
export function requireDocumentOf({ asset_id }: StoredDeferral): void {
  if (asset_id !== null) throw new Refusal('schedule_of_asset')
}

/** What still waits. */
export const remainingOf = ({ amount }: StoredDeferral, parts: readonly StoredPart[]): Decimal =>
  decimal(amount).minus(sum(parts.filter(({ state }) => state === 'posted').map((part) => part.amount)))

export const isUnposted = ({ state }: StoredPart): boolean => state === 'planned' || state === 'failed'

/** The facts of an entry of this schedule. */
export const factsOf = (row: StoredDeferral, amount: Decimal): DeferralFacts => ({
  branch_id: row.branch_id,
  document_id: row.document_id,
  product_id: row.product_id,
  cost_center_id: row.cost_center_id,
  account: row.account_id,
  result: row.result_account_id,
  amount,
})

type ScheduleFilter = { id?: number; document_id?: number; kind?: string; is_open?: boolean }
type ScheduleRow = { parts: { error: string | null }[] } & Record<string, unknown>

/** Schedules as pages show them, those with something that failed first. */
export async function readDeferrals(context: Context, wanted: ScheduleFilter): Promise<ScheduleRow[]> {
  const { db, session } = context
  const own = session.organization_id
  const { id = null, document_id = null, kind = null, is_open = false } = wanted
  const { rows } = await sql<ScheduleRow>`
    SELECT deferral.id, deferral.document_id, deferral.asset_id, coalesce(document.kind, 'asset') AS kind,
      coalesce(document.number, document.draft_number, asset.number) AS document_number, deferral.line_number,
      coalesce(line.product_name, product.name, asset.name, '') AS item_name, coalesce(line.product_name_en, asset.name_en) AS item_name_en,
      CASE WHEN party.id IS NOT NULL THEN json_build_object('id', party.id, 'name', party.name, 'name_en', party.name_en) END AS party,
      json_build_object('id', waiting.id, 'name', waiting.name, 'name_en', waiting.name_en, 'number', waiting.number) AS account,
      json_build_object('id', result.id, 'name', result.name, 'name_en', result.name_en, 'number', result.number) AS result_account,
      deferral.amount, posted.amount AS recognised,
      CASE WHEN deferral.state = 'cancelled' THEN 0 ELSE deferral.amount::numeric - posted.amount END AS remaining,
      deferral.deferred_on, deferral.from_date, deferral.to_date, deferral.months, deferral.state,
      (SELECT json_agg(json_build_object('number', part.number, 'kind', part.kind, 'month', part.month, 'date', part.part_date, 'amount', part.amount::text,
          'state', part.state, 'entry_number', entry.entry_number, 'error', part.error) ORDER BY part.part_date, part.number)
        FROM deferral_parts AS part
        LEFT JOIN journal_entries AS entry ON entry.organization_id = ${own} AND entry.id = part.entry_id
        WHERE part.organization_id = ${own} AND part.deferral_id = deferral.id) AS parts
    FROM deferrals AS deferral
    LEFT JOIN documents AS document ON document.organization_id = ${own} AND document.id = deferral.document_id
    LEFT JOIN assets AS asset ON asset.organization_id = ${own} AND asset.id = deferral.asset_id
    JOIN accounts AS waiting ON waiting.organization_id = ${own} AND waiting.id = deferral.account_id
    JOIN accounts AS result ON result.organization_id = ${own} AND result.id = deferral.result_account_id
    LEFT JOIN parties AS party ON party.organization_id = ${own} AND party.id = document.party_id
    LEFT JOIN products AS product ON product.organization_id = ${own} AND product.id = deferral.product_id
    LEFT JOIN document_lines AS line ON line.organization_id = ${own} AND line.document_id = deferral.document_id AND line.line_number = deferral.line_number
    CROSS JOIN LATERAL (SELECT coalesce(sum(amount), 0) AS amount, bool_or(state = 'failed') AS has_failed FROM (
        SELECT CASE WHEN part.state = 'posted' THEN part.amount::numeric ELSE 0 END AS amount, part.state FROM deferral_parts AS part
        WHERE part.organization_id = ${own} AND part.deferral_id = deferral.id) AS summed) AS posted
    WHERE deferral.organization_id = ${own} AND (${id}::bigint IS NULL OR deferral.id = ${id}::bigint)
      AND (${document_id}::bigint IS NULL OR deferral.document_id = ${document_id}::bigint) AND (${kind}::text IS NULL OR document.kind = ${kind}::text)
      AND (NOT ${is_open}::boolean OR deferral.state = 'active')
      -- Assets have a page of their own: of theirs only what could not be posted is work here.
      AND (deferral.asset_id IS NULL OR ${id}::bigint IS NOT NULL OR posted.has_failed)
    ORDER BY posted.has_failed DESC, deferral.state <> 'active', deferral.id DESC LIMIT ${rowsMaximum}`.execute(db)
  return rows.map((row) => ({
    ...row,
    parts: row.parts.map((part) => ({ ...part, error: part.error && refusalWords(context, part.error) })),
  }))
}
const rowsMaximum = 500

export async function readDeferral(context: Context, id: number): Promise<ScheduleRow> {
  const [row] = await readDeferrals(context, { id })
  if (!row) throw new Refusal('not_found')
  return row
}
