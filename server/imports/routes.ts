import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Upload } from '#contract/fields/choice.ts'
import { packageKind, type StoredKind } from '#contract/imports/import-kinds.ts'
import { importCalls as calls, importList } from '#contract/imports/imports.ts'
import { monthEndsCall } from '#contract/imports/month-ends.ts'
import type { ListQuery } from '#contract/kit/envelope.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { requireConfirmed } from '#server/core/require-confirmed.ts'
import { inTenant } from '#server/db/tenant/transaction.ts'
import { type Answer, mount, mountPrepared } from '#server/http/pipeline.ts'
import { listRows } from '#server/resource/list.ts'
import { chooseHeads, chooseSheet, createImport, importTable, sheetTable } from './create-import.ts'
import { exportEverything } from './export-everything.ts'
import { exportKind } from './export-kind.ts'
import { importWords } from './import-values.ts'
import { lockOpen, mapImport, mendRow } from './map-import.ts'
import { createPackage, readPackage } from './package/create-package.ts'
import { runPackage } from './package/run-package.ts'
import { undoPackage } from './package/undo-package.ts'
import { importListing, listImportRows, readImport, readImportRow } from './read-import.ts'
import { compareBalances } from './receipt/compare-balances.ts'
import { compareMonthEnds } from './receipt/month-ends.ts'
import { balanceRows } from './receipt/read-balances.ts'
import { removeImport } from './remove-import.ts'
import { runImport } from './run-import.ts'
import { partsOf, requireKind, type StoredImport, storedImport } from './stored-import.ts'
import { importTemplate } from './template.ts'
import { undoImport } from './undo-import.ts'

export function importRoutes(app: FastifyInstance): void {
  mount(app, calls.list, ({ db }, { query }) => listRows(db, importListing, importList, query as ListQuery))
  mount(app, calls.template, async (context, { query }) => ({
    file: await importTemplate(context, query.kind, query.format),
  }))
  mount(app, calls.export, async (context, { query: { kind, format } }) => ({
    file: await exportFile(context, kind, format),
  }))
  mountPrepared(
    app,
    calls.compare,
    (context, { body }) => balanceRows(context, body.balance_file as Upload),
    async (context, { body }, rows) => ({
      data: await compareBalances(context, { day: body.date, of: body.of ?? 'balances', rows }),
    }),
  )
  mountPrepared(
    app,
    calls.create,
    (context, { body }) => receive(context, body.kind, body.import_file as Upload),
    async (context, _ask, store) => ({ data: await readImport(context, await store(context)) }),
  )
  mount(app, calls.read, async (context, { params }) => ({ data: await readImport(context, params.id) }))
  mount(app, calls.rows, (context, { params, query }) => listImportRows(context, params.id, query))
  mount(app, monthEndsCall, async (context, { params }) => ({ data: await compareMonthEnds(context, params.id) }))
  mount(app, calls.words, async (context, { params }) => ({ data: await importWords(context, params.id) }))
  mount(app, calls.map, async (context, { params, body }) => {
    await mapImport(context, params.id, body)
    return { data: await readImport(context, params.id), message: 'updated' }
  })
  mountPrepared(
    app,
    calls.chooseSheet,
    (context, { params, body }) => sheetTable(context, params.id, body.sheet),
    async (context, { params, body }, table) => {
      await chooseSheet(context, await lockOpen(context, params.id, body.version), table)
      return { data: await readImport(context, params.id), message: 'updated' }
    },
  )
  mountPrepared(
    app,
    calls.chooseHeads,
    (context, { params }) => sheetTable(context, params.id, null),
    async (context, { params, body }, table) => {
      await chooseHeads(context, await lockOpen(context, params.id, body.version), table, body.head_row)
      return { data: await readImport(context, params.id), message: 'updated' }
    },
  )
  mount(app, calls.mend, async (context, { params, body }) => {
    await mendRow(context, params.id, params.row_number, body.cells)
    return { data: await readImportRow(context, params.id, params.row_number), message: 'updated' }
  })
  mount(app, calls.check, (context, { params, body }) => start(context, params.id, body.version, false))
  mount(app, calls.commit, (context, { params, body }) => start(context, params.id, body.version, true))
  mount(app, calls.cancel, async (context, { params }) => {
    await storedImport(context, params.id)
    await context.db
      .updateTable('imports')
      .set({ is_cancelled: true })
      .where('id', '=', params.id)
      .where('state', 'in', ['checking', 'committing', 'undoing'])
      .execute()
    return { data: await readImport(context, params.id) }
  })
  mount(app, calls.undo, (context, { params, body }) => startUndo(context, params.id, body.version))
  mount(app, calls.remove, async (context, { params }) => {
    await removeImport(context, params.id)
    return { data: { id: params.id } }
  })
}

/** Reads an uploaded file. What it returns stores it in the transaction that follows. */
async function receive(reader: Omit<Context, 'db'>, kind: StoredKind, file: Upload) {
  if (kind === packageKind) {
    const read = await readPackage(reader, file)
    return (context: Context) => createPackage(context, file, read)
  }
  const table = await importTable(reader, kind, file)
  return (context: Context) => createImport(context, kind, file, table)
}

/** The permission of each kind that comes in. A year is closed, and opened again, by a confirmed person only. */
async function requireParts(context: Context, stored: StoredImport, verb: 'create' | 'delete'): Promise<void> {
  if (stored.package_id !== null) throw new Refusal('import_of_package')
  const parts = stored.isPackage ? await partsOf(context, stored.id) : [stored]
  for (const { kind } of parts) requireKind(context, kind, verb)
  if (parts.some(({ kind }) => kind === 'year_closings')) requireConfirmed(context)
}

/** How long a caller waits for the result. A longer run continues, and the caller polls. */
const patience_ms = 2_500

/** Marks the import as being worked on, and starts the run when that is committed. */
async function start(context: Context, id: number, version: number | undefined, isCommit: boolean): Promise<Answer> {
  const stored = await lockOpen(context, id, version)
  await requireParts(context, stored, 'create')
  const run = stored.isPackage ? runPackage : runImport
  return begin(context, id, isCommit ? 'committing' : 'checking', () => run(context, stored, isCommit))
}

async function startUndo(context: Context, id: number, version: number | undefined): Promise<Answer> {
  const stored = await storedImport(context, id, true)
  if (version !== undefined && version !== stored.version) throw new Refusal('stale_version')
  if (stored.isWorking) throw new Refusal('import_under_way')
  if (stored.state !== 'committed' && stored.state !== 'undoing') throw new Refusal('import_not_committed')
  await requireParts(context, stored, 'delete')
  return begin(context, id, 'undoing', () => (stored.isPackage ? undoPackage : undoImport)(context, stored))
}

async function begin(context: Context, id: number, state: string, run: () => Promise<void>): Promise<Answer> {
  await context.db
    .updateTable('imports')
    .set({ state, is_cancelled: false, working_at: sql`now()`, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
  const after = async () => {
    const running = run()
    const waited = sleep(patience_ms, 'waited' as const, { ref: false })
    const ended = await Promise.race([running, waited])
    // Its refusal is stored, and shown where the import is read.
    if (ended === 'waited') running.catch(() => {})
    return again(context, (fresh) => readImport(fresh, id))
  }
  return { data: await readImport(context, id), after, message: 'updated' }
}

const again = <Result>(context: Context, read: (context: Context) => Promise<Result>): Promise<Result> =>
  inTenant(context.services.pool, context.session.organization_id, 'read', (db) => read({ ...context, db }))

const ofPlaces: readonly string[] = [
  packageKind,
  'places',
  'stock_transfers',
  'stock_counts',
  'delivery_notes',
  'goods_receipts',
]

/** A file holds what is of all places: it is refused to who keeps some. */
function exportFile(
  context: Context,
  kind: Parameters<typeof exportKind>[1] | typeof packageKind,
  format: 'csv' | 'xlsx',
) {
  if (context.session.places !== null && ofPlaces.includes(kind)) throw new Refusal('place_not_kept', { field: 'kind' })
  return kind === packageKind ? exportEverything(context, format) : exportKind(context, kind, format)
}
