import { sql } from 'kysely'
import { importKindOf } from '#contract/imports/import-kinds.ts'
import type { Context } from '#server/core/context.ts'
import { inTenant } from '#server/db/tenant/transaction.ts'
import { keepVersions } from './edited-since.ts'
import { importing } from './importing.ts'
import type { CellRow, ImportBook, ImportRules, Made } from './kinds/import-kind.ts'
import type { Layout } from './layout.ts'
import { type ImportUnit, planUnit, refusalIssues } from './plan-unit.ts'
import { startsUnit } from './read-row.ts'
import { rulesOf } from './rules-of.ts'
import { failRun, finishRun, type RunCounts, reportProgress, startRun } from './run-progress.ts'
import { layoutOf, rowPages, rowsOne, type StoredImport } from './stored-import.ts'

/** Ends the transaction of a run that must not write. */
export class RolledBack extends Error {}

export type ImportRun = { context: Context; rules: ImportRules; layout: Layout; labels: string; book: ImportBook }

/**
 * Every row through the rules of the calls, in one transaction. A dry run rolls it back; so does a refused row. Progress and reasons are
 * written by transactions of their own, so that they are seen meanwhile and stay.
 */
export async function runImport(asked: Context, stored: StoredImport, isCommit: boolean): Promise<void> {
  const base = importing(asked)
  const { pool } = base.services
  const organization = base.session.organization_id
  const counts: RunCounts = { done: 0, new: 0, changed: 0, skipped: 0, refused: 0 }
  try {
    await inTenant(pool, organization, 'write', async (db) => {
      Object.assign(counts, { done: 0, new: 0, changed: 0, skipped: 0, refused: 0 })
      await startRun(base, stored.id)
      await takeTurn({ ...base, db }, stored.id)
      const made = await writeRows({ ...base, db }, stored, counts)
      if (!isCommit || counts.refused > 0) throw new RolledBack()
      await keepRecords({ ...base, db }, stored.id, made, counts)
    })
  } catch (error) {
    if (!(error instanceof RolledBack)) {
      await failRun(base, stored.id, error, 'mapped')
      throw error
    }
    await finishRun(base, stored.id, counts, 'checked')
  }
}

/** One run of an import at a time, of all processes. */
export const takeTurn = ({ db, session }: Context, id: number) =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended('import ' || ${id}::text, ${session.organization_id}))`.execute(db)

/** Records below one savepoint. */
const chunkSizes: Record<ImportRules['order'], number> = {
  together: 100,
  ordered: 100,
  alone: 100,
  whole: 1,
}

export async function writeRows(context: Context, stored: StoredImport, counts: RunCounts): Promise<Made[]> {
  const rules = rulesOf[stored.kind]
  const book = await rules.open(context, () => rowsOne(context.db, stored))
  const run: ImportRun = { context, rules, layout: layoutOf(stored), labels: importKindOf(stored.kind).labels, book }
  const made: Made[] = []
  let open: CellRow[] = []
  const write = async (records: CellRow[][]) => {
    const units = await writeChunk(run, records)
    for (const unit of units) {
      counts[unit.outcome] += unit.rows.length
      counts.done += unit.rows.length
      if (unit.outcome !== 'refused') made.push(...unit.made)
    }
    await reportProgress(context, stored.id, units, counts)
  }
  for await (const page of pagesOf(book, context, stored)) {
    const records: CellRow[][] = []
    for (const row of page) {
      const passed = row.passed ?? book.passes?.(row.cells)
      if (passed !== undefined) {
        records.push([{ ...row, passed }])
        continue
      }
      if (open.length > 0 && rules.order !== 'whole' && startsUnit(rules.groupBy, open[0]?.cells ?? {}, row)) {
        records.push(open)
        open = []
      }
      open.push(row)
    }
    const size = chunkSizes[rules.order]
    for (let at = 0; at < records.length; at += size) await write(records.slice(at, at + size))
  }
  if (open.length > 0) await write([open])
  return made
}

/** The rows by the page; at once where their order has to be found. */
async function* pagesOf({ arrange }: ImportBook, { db }: Context, stored: StoredImport): AsyncGenerator<CellRow[]> {
  if (!arrange) return yield* rowPages(db, stored)
  const rows: CellRow[] = []
  for await (const row of rowsOne(db, stored)) rows.push(row)
  yield arrange(rows)
}

/** Together below one savepoint; where one is refused, each again below its own, so that every reason is known. */
async function writeChunk(run: ImportRun, records: readonly CellRow[][]): Promise<ImportUnit[]> {
  if (run.rules.order === 'alone') return writeOneByOne(run, records)
  try {
    const units = await writeTogether(run, records)
    run.book.keep()
    return units
  } catch {
    run.book.drop()
    return writeOneByOne(run, records)
  }
}

export async function writeOneByOne(run: ImportRun, records: readonly CellRow[][]): Promise<ImportUnit[]> {
  const units: ImportUnit[] = []
  for (const rows of records) {
    try {
      units.push(...(await writeTogether(run, [rows])))
      run.book.keep()
    } catch (error) {
      run.book.drop()
      units.push(refused(rows, refusalIssues(run.rules, run.labels, rows, error)))
    }
  }
  return units
}

const refused = (rows: readonly CellRow[], issues: ImportUnit['issues']): ImportUnit => ({
  rows,
  outcome: 'refused',
  issues,
  made: [],
  work: null,
  body: {},
})

const writeTogether = (
  { context, rules, layout, book }: ImportRun,
  records: readonly CellRow[][],
): Promise<ImportUnit[]> =>
  context.db.savepoint(async (db) => {
    const own: Context = { ...context, db, ...(rules.sumsLast && { sumsLast: true }) }
    const units: ImportUnit[] = []
    for (const rows of records) {
      const unit = await planUnit(own, rules, layout, book, rows)
      units.push(unit)
      if (rules.order !== 'together') await workOf(unit)?.(own)
    }
    const works = units.flatMap((unit) => workOf(unit) ?? [])
    if (rules.order === 'together') await Promise.all(works.map((work) => work(own)))
    return units
  })

/** Adds what the work makes to its unit. */
const workOf = ({ work, made }: ImportUnit) =>
  work && (async (context: Context) => void made.push(...(await work(context))))

export async function keepRecords(
  { db, session }: Context,
  id: number,
  made: readonly (Made & { position?: number })[],
  counts: RunCounts,
): Promise<void> {
  const organization = session.organization_id
  for (let at = 0; at < made.length; at += 5_000) {
    const rows = made.slice(at, at + 5_000).map((one, index) => ({ position: at + index, ...one }))
    await sql`
      INSERT INTO import_records (organization_id, import_id, position, resource, record_id, before)
      SELECT own.organization_id, ${id}::bigint, made.position, made.resource, made.id, nullif(made.before, 'null'::jsonb)
      FROM organizations AS own
      CROSS JOIN jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS made (position integer, resource text, id bigint, before jsonb)
      WHERE own.organization_id = ${organization}`.execute(db)
  }
  await keepVersions(db, organization, id)
  await db
    .updateTable('imports')
    .set({
      state: 'committed',
      committed_at: sql`now()`,
      rows_done: counts.done,
      rows_new: counts.new,
      rows_changed: counts.changed,
      rows_skipped: counts.skipped,
      rows_refused: 0,
    })
    .where('id', '=', id)
    .execute()
}
