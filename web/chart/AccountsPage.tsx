import { ChartPage } from './ChartPage.tsx'
import { accountKind } from './nodeKind.ts'

/** The chart of accounts, with what stands on each account now. */
export const AccountsPage = () => <ChartPage kind={accountKind} />
