import { accountPermissions, costCenterPermissions } from '../chart.ts'
import type { Permissions } from '../crud-permissions.ts'
import { verbs } from '../crud-permissions.ts'
import { accountColumns, costCenterColumns, type ImportColumn, partyColumns, productColumns } from './import-columns.ts'

type KindFacts = {
  /** The resource whose words name its columns. */
  labels: string
  permissions: Pick<Permissions, 'create' | 'update' | 'delete'>
  columns: readonly ImportColumn[]
}

/** What the import desk takes, in the order a company moves in. */
export const importKinds = {
  accounts: { labels: 'account', permissions: accountPermissions, columns: accountColumns },
  cost_centers: { labels: 'cost_center', permissions: costCenterPermissions, columns: costCenterColumns },
  customers: { labels: 'customer', permissions: verbs('customer'), columns: partyColumns },
  suppliers: { labels: 'supplier', permissions: verbs('supplier'), columns: partyColumns },
  products: { labels: 'product', permissions: verbs('product'), columns: productColumns },
} as const satisfies Record<string, KindFacts>

export type ImportKindName = keyof typeof importKinds
export const importKindNames = Object.keys(importKinds) as [ImportKindName, ...ImportKindName[]]
export const importKindOf = (name: ImportKindName): KindFacts => importKinds[name]
