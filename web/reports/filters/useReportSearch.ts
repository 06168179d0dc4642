import { useNavigate, useSearch } from '@tanstack/react-router'
import type { AnyReport, ReportSearch } from './ReportScope.ts'

/** The report's filters as they stand in the address; changing one starts again at the first page. */
export function useReportSearch(report: AnyReport) {
  const search = useSearch({ strict: false }) as ReportSearch
  const navigate = useNavigate()
  const change = (patch: ReportSearch) =>
    void navigate({ to: report.path, search: { ...search, after: undefined, ...patch } })
  return { search, change }
}
