import { ChartPage } from './ChartPage.tsx'
import { costCenterKind } from './nodeKind.ts'

/** Departments and projects that entries are told apart by. */
export const CostCentersPage = () => <ChartPage kind={costCenterKind} />
