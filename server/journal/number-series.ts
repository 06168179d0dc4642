import { type RawBuilder, sql } from 'kysely'
import type { TenantDatabase } from '#server/db/tenant.ts'

const digits = 6

export const seriesPrefixes = {
  invoice: 'INV',
  advance_invoice: 'ADV',
  credit_note: 'CN',
  debit_note: 'DN',
  supplier_credit: 'SC',
  income: 'RCV',
  expense: 'PAY',
  manual: 'JV',
  set_off: 'SET',
} as const
/** A yearly series of gapless legal numbers: `INV-2026-000001`. */
export type Series = { kind: keyof typeof seriesPrefixes | 'count'; prefix: string; date: string }

const scopeOf = (series: Series) => series.date.slice(0, 4)
const spelled = (series: Series, number: number) =>
  `${series.prefix}-${scopeOf(series)}-${String(number).padStart(digits, '0')}`

/** Whether a number reads like one of this series, of whichever year; a draft's stand-in does as well. */
export const isOfSeries = (series: Series, number: string): boolean =>
  new RegExp(`^(${series.prefix}-[0-9]{4}-[0-9]+|DRAFT-[0-9]+)$`, 'i').test(number)

/** Takes the next number. Call it as late as possible: the row stays locked until the transaction ends. */
export async function takeNumber(db: TenantDatabase, series: Series): Promise<string> {
  const row = await db
    .insertInto('number_series')
    .values({ kind: series.kind, scope: scopeOf(series), next_number: 2 })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'kind', 'scope'])
        .doUpdateSet({ next_number: sql`number_series.next_number + 1` }),
    )
    .returning('next_number')
    .executeTakeFirstOrThrow()
  return spelled(series, row.next_number - 1)
}

/**
 * The next number as an expression for whatever is written next in this transaction: taken without waiting for its
 * answer, so that the row is locked one round trip less.
 */
export function sendForNumber(db: TenantDatabase, organizationId: number, series: Series): RawBuilder<string> {
  db.atCommit(takeNumber(db, series))
  return sql<string>`(SELECT ${`${series.prefix}-${scopeOf(series)}-`}::text || lpad(taken.number, greatest(${digits}::integer, length(taken.number)), '0')
    FROM (SELECT (next_number - 1)::text AS number FROM number_series
      WHERE organization_id = ${organizationId} AND kind = ${series.kind} AND scope = ${scopeOf(series)}) AS taken)`
}

/** What `takeNumber` would most likely answer; takes and locks nothing. */
export async function peekNumber(db: TenantDatabase, series: Series): Promise<string> {
  const row = await db
    .selectFrom('number_series')
    .select('next_number')
    .where('kind', '=', series.kind)
    .where('scope', '=', scopeOf(series))
    .executeTakeFirst()
  return spelled(series, row?.next_number ?? 1)
}
