import { purchases, sales } from '#contract/documents/sides.ts'
import type { ImportKindName } from '#contract/imports/import-kinds.ts'
import type { ImportRules } from './import-kind.ts'
import { accountImport, costCenterImport } from './node-import.ts'
import { partyImport } from './party-import.ts'
import { productImport } from './product-import.ts'

export const rulesOf: Record<ImportKindName, ImportRules> = {
  accounts: accountImport,
  cost_centers: costCenterImport,
  customers: partyImport(sales),
  suppliers: partyImport(purchases),
  products: productImport,
}
