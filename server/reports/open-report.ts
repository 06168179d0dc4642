import type { ReportName } from '#contract/reports/report-index.ts'
import { type Side, sales } from '#contract/sides.ts'

/** The report of what stands behind the figures of an ageing. */
export const openReport = (side: Side): ReportName => (side.name === sales.name ? 'open_receivables' : 'open_payables')

/** The part of what is open that a column of ages counts; the total counts all. */
export const ofPart = (key: string): Record<string, string> => (key === 'total' ? {} : { age: key })
