import { sql } from 'kysely'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { inTenant } from '#server/db/tenant/transaction.ts'
import type { ImportUnit, UnitOutcome } from './plan-unit.ts'

export type RunCounts = Record<UnitOutcome | 'done', number>

/** In its own transaction: visible during the run, and retained if the run is rolled back. */
const aside = <Result>({ services, session }: Context, work: (db: Context['db']) => Promise<Result>) =>
  inTenant(services.pool, session.organization_id, 'write', work)

/** Messages of an earlier run are deleted. */
export const startRun = (context: Context, id: number): Promise<unknown> =>
  aside(context, async (db) => {
    await db
      .updateTable('import_rows')
      .set({ outcome: null, issues: '[]' })
      .where('import_id', '=', id)
      .where('outcome', 'is not', null)
      .execute()
    await db
      .updateTable('imports')
      .set({ ...columnsOf(nothing), working_at: sql`now()`, refusal: null })
      .where('id', '=', id)
      .execute()
  })

/** Refuses where someone cancelled it. */
export async function reportProgress(
  context: Context,
  id: number,
  units: readonly ImportUnit[],
  counts: RunCounts,
): Promise<void> {
  const organization = context.session.organization_id
  const messages = units.flatMap((unit) =>
    unit.rows.map(({ number }) => ({
      row_number: number,
      outcome: unit.outcome,
      issues: unit.issues.filter((issue) => issue.row === number).map(({ row: _, ...issue }) => issue),
    })),
  )
  const isCancelled = await aside(context, async (db) => {
    await sql`
      UPDATE import_rows AS row SET outcome = said.outcome, issues = said.issues
      FROM jsonb_to_recordset(${JSON.stringify(messages)}::jsonb) AS said (row_number integer, outcome text, issues jsonb)
      WHERE row.organization_id = ${organization} AND row.import_id = ${id} AND row.row_number = said.row_number`.execute(
      db,
    )
    const row = await db
      .updateTable('imports')
      .set({ ...columnsOf(counts), working_at: sql`now()` })
      .where('id', '=', id)
      .returning('is_cancelled')
      .executeTakeFirst()
    return row?.is_cancelled ?? true
  })
  if (isCancelled) throw new Refusal('import_cancelled')
}

/** A concurrent commit stays valid. */
export const finishRun = (context: Context, id: number, counts: RunCounts, state: 'checked'): Promise<unknown> =>
  aside(context, (db) =>
    db
      .updateTable('imports')
      .set({ ...columnsOf(counts), state, is_cancelled: false })
      .where('id', '=', id)
      .where('state', 'in', ['checking', 'committing'])
      .execute(),
  )

const nothing: RunCounts = { done: 0, new: 0, changed: 0, skipped: 0, refused: 0 }
const columnsOf = (counts: RunCounts) => ({
  rows_done: counts.done,
  rows_new: counts.new,
  rows_changed: counts.changed,
  rows_skipped: counts.skipped,
  rows_refused: counts.refused,
})

/** The run did nothing; its refusal is stored. */
export const failRun = (
  context: Context,
  id: number,
  error: unknown,
  state: 'mapped' | 'committed',
): Promise<unknown> =>
  aside(context, (db) =>
    db
      .updateTable('imports')
      .set({ state, is_cancelled: false, refusal: JSON.stringify(toldOf(error)) })
      .where('id', '=', id)
      .where('state', 'in', ['checking', 'committing', 'undoing'])
      .execute(),
  )

const toldOf = (error: unknown) =>
  error instanceof Refusal ? { code: error.code, params: error.params } : { code: 'unexpected', params: {} }

/** The progress of undoing an import. Refuses if it was cancelled. */
export async function reportUndone(context: Context, id: number, rows_done: number): Promise<void> {
  const row = await aside(context, (db) =>
    db
      .updateTable('imports')
      .set({ rows_done, working_at: sql`now()` })
      .where('id', '=', id)
      .returning('is_cancelled')
      .executeTakeFirst(),
  )
  if (row?.is_cancelled) throw new Refusal('import_cancelled')
}
