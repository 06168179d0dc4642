import { neededFor } from './permission-needs.ts'
import { permissionCategories, permissionKeys } from './permissions.ts'

const starts = (key: string, ...beginnings: string[]) => beginnings.some((beginning) => key.startsWith(beginning))
const sees = (key: string) => starts(key, 'list-', 'read-')
const of = (key: string, ...entities: string[]) => entities.some((entity) => key.endsWith(`-${entity}`))
/** The permissions, and those they depend on. */
const withNeeds = (keys: readonly string[]): readonly string[] => {
  const all = new Set([...keys, ...keys.flatMap(neededFor)])
  return permissionKeys.filter((key) => all.has(key))
}
const {
  sales,
  purchases,
  accounting,
  inventory,
  reports,
  connections,
  orders,
  assets,
  statements,
  goods,
  waiting_goods,
  prices,
  asset_taxes,
  places,
  matching,
  transit,
  retention,
  reorder,
  slow_stock,
  lots,
} = permissionCategories
const reportsOf = (...words: string[]) => reports.filter((key) => words.some((word) => key.includes(word)))
const notForAccountants: readonly string[] = ['delete-financialYear', 'reopen-financialYear', 'post-under-review']

/** Suggestions for a new role. Each can be changed freely. */
export const starterRoles = {
  owner: permissionKeys,
  accountant: withNeeds([
    'read-home',
    'list-reports',
    'import-records',
    'read-audit-log',
    'read-setting',
    ...sales,
    ...purchases,
    ...inventory,
    ...reports,
    ...orders,
    ...assets,
    ...statements,
    ...goods,
    ...waiting_goods,
    ...prices,
    ...asset_taxes,
    ...places,
    ...transit,
    ...reorder,
    ...slow_stock,
    ...lots,
    ...matching,
    ...retention,
    ...accounting.filter((key) => !notForAccountants.includes(key)),
  ]),
  sales: withNeeds([
    ...sales.filter((key) => !starts(key, 'delete-', 'write-off-', 'void-')),
    ...orders.filter((key) => of(key, 'quotation', 'sales-order') && !starts(key, 'delete-')),
    ...goods.filter((key) => of(key, 'delivery-note') && !starts(key, 'delete-')),
    ...prices.filter(sees),
    'list-income-payment',
    'read-income-payment',
    'create-income-payment',
    'list-product',
    'read-product',
    ...reportsOf('sales', 'receivables', 'customer-statement'),
  ]),
  purchases: withNeeds([
    ...purchases.filter((key) => !starts(key, 'delete-', 'write-off-')),
    ...orders.filter((key) => of(key, 'purchase-order') && !starts(key, 'delete-')),
    ...goods.filter((key) => of(key, 'goods-receipt') && !starts(key, 'delete-')),
    ...reorder,
    ...slow_stock,
    'list-expense-payment',
    'read-expense-payment',
    'create-expense-payment',
    'list-product',
    'read-product',
    ...reportsOf('purchases', 'payables', 'supplier-statement'),
  ]),
  stock: withNeeds([
    ...inventory.filter((key) => !starts(key, 'delete-')),
    ...goods.filter((key) => !starts(key, 'delete-')),
    'list-sales-order',
    'read-sales-order',
    'list-purchase-order',
    'read-purchase-order',
    ...reportsOf('inventory', 'stock-card'),
    ...places,
    ...transit,
    ...reorder,
    ...slow_stock,
    ...lots,
  ]),
  reader: permissionKeys.filter(
    (key) => sees(key) && !of(key, 'user', 'role') && !(connections as readonly string[]).includes(key),
  ),
} as const satisfies Record<string, readonly string[]>
export type StarterRole = keyof typeof starterRoles
