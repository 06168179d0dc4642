import { ChartPage } from './ChartPage.tsx'
import { costCenterKind } from './nodeKind.ts'

/** Departments and projects that classify entries. */
export const CostCentersPage = () => <ChartPage kind={costCenterKind} />
