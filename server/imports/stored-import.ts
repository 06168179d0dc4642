import { holdsAny } from '#contract/access/permissions.ts'
import { type ImportKindName, importKindOf, packageKind, type StoredKind } from '#contract/imports/import-kinds.ts'
import type { ImportMapping, ImportOptions, ImportValues } from '#contract/imports/imports.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { TenantDatabase } from '#server/db/tenant/transaction.ts'
import type { CellRow } from './kinds/import-kind.ts'
import type { Layout } from './layout.ts'
import { cellsReader } from './read-row.ts'

/** An import as it is stored, locked where it is about to change. */
export async function storedImport({ db }: Context, id: number, lock = false) {
  const row = await db
    .selectFrom('imports')
    .selectAll()
    .where('id', '=', id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  // The rules of a kind are asked for only where it is not a package.
  return { ...row, kind: row.kind as ImportKindName, isPackage: row.kind === packageKind, isWorking: isWorking(row) }
}
export type StoredImport = Awaited<ReturnType<typeof storedImport>>

/** Longer than a page of rows takes: a process that is silent for so long has stopped. */
const silence_ms = 60_000
const isWorking = (row: { state: string; working_at: Date | null }) =>
  isUnderWay(row.state) && Date.now() - (row.working_at?.getTime() ?? 0) < silence_ms
export const isUnderWay = (state: string): boolean => ['checking', 'committing', 'undoing'].includes(state)

export const layoutOf = (stored: StoredImport): Layout => ({
  columns: importKindOf(stored.kind).columns,
  heads: stored.heads as string[],
  mapping: stored.mapping as ImportMapping,
  meanings: stored.meanings as ImportValues,
  options: stored.options as ImportOptions,
})

/** Importing customers needs the permission to create customers. */
export function requireKind(
  { session }: Pick<Context, 'session'>,
  kind: StoredKind,
  verb: 'create' | 'delete' | 'export' = 'create',
): void {
  if (!holdsAny(session.authority, [importKindOf(kind).permissions[verb === 'export' ? 'create' : verb]]))
    throw new Refusal('not_permitted')
  // Documents posted from then on are issued to the authority, also with an earlier date.
  if (issued.has(kind) && session.organization.e_invoicing_phase === 2 && verb === 'create')
    throw new Refusal('import_invoices_in_phase_2', { field: 'kind' })
}

const issued: ReadonlySet<StoredKind> = new Set(['invoices', 'advance_invoices', 'credit_notes', 'debit_notes'])

/** The files of a package, in the order in which they come in. */
export async function partsOf({ db }: Context, packageId: number): Promise<StoredImport[]> {
  const rows = await db.selectFrom('imports').selectAll().where('package_id', '=', packageId).orderBy('id').execute()
  return rows.map((row) => ({ ...row, kind: row.kind as ImportKindName, isPackage: false, isWorking: isWorking(row) }))
}

const pageSize = 500
/** The rows of an import, a page at a time. */
export async function* rowPages(db: TenantDatabase, stored: StoredImport): AsyncGenerator<CellRow[]> {
  const read = cellsReader(layoutOf(stored))
  for (let after = 0; ; ) {
    const page = await db
      .selectFrom('import_rows')
      .select(['row_number', 'cells'])
      .where('import_id', '=', stored.id)
      .where('row_number', '>', after)
      .orderBy('row_number')
      .limit(pageSize)
      .execute()
    const last = page.at(-1)
    if (!last) return
    yield page.map((row) => read(row.row_number, row.cells as string[]))
    after = last.row_number
  }
}

export async function* rowsOne(db: TenantDatabase, stored: StoredImport): AsyncGenerator<CellRow> {
  for await (const page of rowPages(db, stored)) yield* page
}
