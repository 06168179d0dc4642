import { ChartPage } from './ChartPage.tsx'
import { accountKind } from './nodeKind.ts'

/** The chart of accounts, with the present balance of each. */
export const AccountsPage = () => <ChartPage kind={accountKind} />
