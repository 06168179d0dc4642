import { type RawBuilder, sql } from 'kysely'
import type { TenantDatabase } from '#server/db/tenant/transaction.ts'
import type { AnyQuery, Order, PageAnchor } from '#server/resource/list.ts'
import { overdueCondition } from './overdue-condition.ts'

/** A list with materialized counters: in all, by day, by due day, by party (0010-counters.sql). */
export type CounterList = {
  table: 'documents' | 'payments' | 'manual_entries'
  kind: string
  day: 'document_date' | 'payment_date' | 'journal_date'
  status: 'status' | 'state'
  /** Rows of one status, or of all but one. */
  wanted: { is: string } | { not: string }
  /** Only the rows that are overdue on this day. */
  late?: string | undefined
}

/**
 * A void document keeps its number but leaves the list, unless void documents are requested as well (accounting rule
 * B5).
 */
export const standing = (with_void: unknown): CounterList['wanted'] => ({ not: with_void === true ? '' : 'void' })

/** The condition on the status column for the wanted rows. */
export const isWanted = ({ wanted }: Pick<CounterList, 'wanted'>, column: string): RawBuilder<boolean> =>
  'is' in wanted ? sql<boolean>`${sql.ref(column)} = ${wanted.is}` : sql<boolean>`${sql.ref(column)} <> ${wanted.not}`

/** The condition on a row (by its alias) that it belongs to the list. */
export const isListed = (list: CounterList, row: string): RawBuilder<boolean> =>
  list.late === undefined ? isWanted(list, `${row}.${list.status}`) : overdueCondition(row, list.late)

/** The number of rows of the list, in all or of one party. */
export async function counterTotal(db: TenantDatabase, list: CounterList, party_id?: number): Promise<number> {
  const count = sql<number>`coalesce(sum(count), 0)::bigint`.as('total')
  const of = isWanted(list, 'status')
  const { total } =
    party_id === undefined
      ? await db
          .selectFrom('document_counts')
          .select(count)
          .where('kind', '=', list.kind)
          .where(of)
          .executeTakeFirstOrThrow()
      : await db
          .selectFrom('document_counts_by_party')
          .select(count)
          .where('kind', '=', list.kind)
          .where('party_id', '=', party_id)
          .where(of)
          .executeTakeFirstOrThrow()
  return total
}

/** The number of overdue documents: due before today and still open. */
export async function overdueTotal(db: TenantDatabase, { kind }: CounterList, today: string): Promise<number> {
  const { total } = await db
    .selectFrom('document_counts_by_due_date')
    .select(sql<number>`coalesce(sum(count), 0)::bigint`.as('total'))
    .where('kind', '=', kind)
    .where('is_open', '=', true)
    .where('due_date', '<', today)
    .executeTakeFirstOrThrow()
  return total
}

/**
 * Finds the anchor of an offset from the counters, by the leading columns of the order. Undefined if no counter has
 * that order.
 */
export function anchorFromCounters(
  db: TenantDatabase,
  list: CounterList,
  { columns, direction }: Order,
  offset: number,
  late?: string,
): PageAnchor | undefined {
  // Overdue rows have counters by due date only.
  const kept = late && columns[0] !== 'documents.due_date' ? undefined : keptBy(list, columns)
  if (!kept) return undefined
  const keys = sql.join(kept.keys.map((key) => sql.ref(key)))
  const placed = sql.join(kept.keys.map((key) => sql`${sql.ref(key)} ${sql.raw(direction)}`))
  const counts = (db.selectFrom(kept.table) as AnyQuery)
    .select([...kept.keys, sql<number>`sum(count)::bigint`.as('count')])
    .where('kind', '=', list.kind)
    .where(late ? sql<boolean>`is_open AND due_date < ${late}::date` : isWanted(list, 'status'))
    .groupBy(kept.keys)
  const asked = sql`
    SELECT * FROM (
      SELECT ${keys}, count, (sum(count) OVER (ORDER BY ${placed}))::bigint - count AS before FROM (${counts}) AS counts) AS places
    WHERE before + count > ${offset} ORDER BY ${placed} LIMIT 1`
  const ofStart = (name: string) => sql`(SELECT ${sql.ref(name)} FROM start)`
  return { columns, values: kept.keys.map(ofStart), before: ofStart('before'), asked }
}

/** The same, executed before the page: then the page is planned for the day it begins at. */
export async function resolveAnchor(db: TenantDatabase, start: PageAnchor): Promise<PageAnchor | undefined> {
  const { columns, values, before, asked } = start
  const { rows } = await sql<{ values: unknown[]; before: number | null }>`
    WITH start AS MATERIALIZED (${asked}) SELECT json_build_array(${sql.join(values)}) AS values, ${before} AS before`.execute(
    db,
  )
  const [row] = rows
  return row && row.before !== null ? { columns, values: row.values, before: row.before } : undefined
}

function keptBy({ table, day }: CounterList, columns: readonly string[]) {
  switch (columns.join()) {
    case `${table}.${day}`:
      return { table: 'document_counts_by_date', keys: ['day'] } as const
    case `${table}.status,${table}.${day}`:
      return { table: 'document_counts_by_date', keys: ['status', 'day'] } as const
    case 'documents.due_date':
      return { table: 'document_counts_by_due_date', keys: ['due_date'] } as const
    default:
      return undefined
  }
}
