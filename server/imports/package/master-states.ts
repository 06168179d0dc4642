import type { Context } from '#server/core/context.ts'
import type { Made } from '../kinds/import-kind.ts'

const tables = {
  customer: 'parties',
  supplier: 'parties',
  product: 'products',
  accounts: 'accounts',
  cost_centers: 'cost_centers',
  branches: 'branches',
  units: 'units',
  taxes: 'taxes',
  product_categories: 'product_categories',
  payment_methods: 'payment_methods',
  asset_classes: 'asset_classes',
  forecast_rows: 'forecast_rows',
  places: 'places',
  product_unit: 'product_units',
} as const
type Resource = keyof typeof tables
type Table = (typeof tables)[Resource]
export type MasterStates = { table: Table; id: number; status: string }[]

/** What is not in use here took part in the history: it is in use until that is written. Answers what it was. */
export async function activateMasters({ db }: Context): Promise<MasterStates> {
  const states: MasterStates = []
  for (const table of new Set(Object.values(tables))) {
    const idle = await db
      .selectFrom(table as 'parties')
      .select(['id', 'status'])
      .where('status', '!=', 'active')
      .execute()
    for (const row of idle) await setStatus({ db }, table, row.id, 'active')
    for (const row of idle) states.push({ table, ...row })
  }
  return states
}

export type LeftBehind = Made & { import_id: number; kind: string }

/** What an undone package could not delete, taken over by the next one: it is in use again, and undone with that. */
export async function adoptRetired(context: Context): Promise<LeftBehind[]> {
  const { db } = context
  const rows = await db
    .selectFrom('import_records')
    .innerJoin('imports', 'imports.id', 'import_records.import_id')
    .select(['import_records.import_id', 'imports.kind', 'resource', 'record_id as id'])
    .where('imports.state', '=', 'undone')
    .execute()
  for (const { import_id, resource, id } of rows) {
    if (resource in tables) await setStatus(context, tables[resource as Resource], id, 'active')
    await db
      .deleteFrom('import_records')
      .where('import_id', '=', import_id)
      .where('resource', '=', resource)
      .where('record_id', '=', id)
      .execute()
  }
  return rows.map((row) => ({ ...row, before: null }))
}

export async function restoreMasters(context: Context, states: MasterStates): Promise<void> {
  for (const { table, id, status } of states) await setStatus(context, table, id, status)
}

/** A master that papers name, though they are void, stays and is not in use. Answers whether it is one. */
export async function retireMaster(context: Context, { resource, id, before }: Made): Promise<boolean> {
  if (resource === 'financial_year') return true
  if (!(resource in tables) || before !== null) return false
  await setStatus(context, tables[resource as Resource], id, 'inactive')
  return true
}

async function setStatus({ db }: Pick<Context, 'db'>, table: Table, id: number, status: string): Promise<void> {
  await db
    .updateTable(table as 'parties')
    .set({ status })
    .where('id', '=', id)
    .execute()
}
