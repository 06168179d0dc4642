import type { Context } from '#server/core/context.ts'
import type { Made } from '../kinds/import-kind.ts'

const tables = {
  ...{
    customer: 'parties',
    supplier: 'parties',
    product: 'products',
    accounts: 'accounts',
    cost_centers: 'cost_centers',
  },
  ...{ branches: 'branches', units: 'units', product_categories: 'product_categories', taxes: 'taxes' },
  payment_methods: 'payment_methods',
} as const
type Resource = keyof typeof tables
export type MasterStates = { table: (typeof tables)[Resource]; id: number; status: string }[]

/** What is no longer in use took part in the history: it is in use until that is written. Answers what it was. */
export async function activateMasters({ db }: Context, made: readonly Made[]): Promise<MasterStates> {
  const states: MasterStates = []
  const created = made.filter(({ resource, before }) => resource in tables && before === null)
  for (const [table, rows] of Map.groupBy(created, ({ resource }) => tables[resource as Resource])) {
    const idle = await db
      .selectFrom(table as 'parties')
      .select(['id', 'status'])
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .where('status', '!=', 'active')
      .execute()
    for (const { id, status } of idle) states.push({ table, id, status })
    if (idle.length > 0)
      await setStatus(
        db,
        table,
        idle.map(({ id }) => id),
        'active',
      )
  }
  return states
}

export async function restoreMasters({ db }: Context, states: MasterStates): Promise<void> {
  for (const { table, id, status } of states) await setStatus(db, table, [id], status)
}

/** A master that papers name, though they are void, stays and is not in use. Answers whether it is one. */
export async function retireMaster({ db }: Context, { resource, id, before }: Made): Promise<boolean> {
  if (resource === 'financial_year') return true
  if (!(resource in tables) || before !== null) return false
  await setStatus(db, tables[resource as Resource], [id], 'inactive')
  return true
}

async function setStatus(
  db: Context['db'],
  table: MasterStates[number]['table'],
  ids: readonly number[],
  status: string,
) {
  await db
    .updateTable(table as 'parties')
    .set({ status })
    .where('id', 'in', [...ids])
    .execute()
}
