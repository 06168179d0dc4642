import { sales } from '#contract/documents/sides.ts'
import { PartiesPage } from './PartiesPage.tsx'

/** Those we sell to. */
export const CustomersPage = () => <PartiesPage side={sales} />
