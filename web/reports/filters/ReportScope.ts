import { createContext, use } from 'react'
import type { z } from 'zod'
import type { reports } from '#contract/reports/reports.ts'

export type AnyReport = (typeof reports)[keyof typeof reports]
export type ReportSearch = Record<string, string | undefined>
type Scope = { report: AnyReport; search: ReportSearch; change: (patch: ReportSearch) => void }

export const ReportScope = createContext<Scope | null>(null)

/** The report on this page, what it is asked with, and how to ask otherwise. */
export function useReportScope(): Scope {
  const scope = use(ReportScope)
  if (!scope) throw new Error('a part of a report was drawn outside of one')
  return scope
}

/** Whether the report needs this filter: for example a statement without a party. */
export const isRequiredFilter = ({ calls }: AnyReport, filter: string): boolean =>
  filter === 'account_id' ||
  !(calls.show.query.shape as Record<string, z.ZodType>)[filter]?.safeParse(undefined).success

/** The first filter that is still to be chosen; a line of a statement names its accounts. */
export const missingFilter = (report: AnyReport, search: ReportSearch): string | undefined =>
  report.filters.find(
    (filter) => isRequiredFilter(report, filter) && !search[filter] && !(filter === 'account_id' && search.line),
  )
