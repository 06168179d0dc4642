import { purchases } from '#contract/documents/sides.ts'
import { PartiesPage } from './PartiesPage.tsx'

/** Those we buy from. */
export const SuppliersPage = () => <PartiesPage side={purchases} />
