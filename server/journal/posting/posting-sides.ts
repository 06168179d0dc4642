import type { SideName } from '#contract/documents/sides.ts'
import { purchases, type Side, sales } from '#ledger/posting/side.ts'

/** The accounts and directions by which each side posts. */
export const ledgerSides: Record<SideName, Side> = { sales, purchases }
