import { type ComponentType, createElement } from 'react'
import { type ReportName, reportIndex, reportPath } from '#contract/reports/report-index.ts'
import type { PageEntry } from './pages.ts'

/** One page for each report; all of them are the same screen, asked with the report's own filters. */
export const reportPages: readonly PageEntry[] = reportIndex.map(([name]) => ({
  path: reportPath(name),
  name,
  permissions: ['list-reports'],
  parent: '/reports',
  words: ['reports'],
  load: () => import('./reports/ReportPage.tsx').then((m) => ofReport(m.ReportPage, name)),
}))

function ofReport(Page: ComponentType<{ name: ReportName }>, name: ReportName): ComponentType {
  return () => createElement(Page, { name })
}
