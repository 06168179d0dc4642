import { z } from 'zod'
import { defineCall } from '../kit/resource.ts'
import { type ReportName, reportPath, reportPermission } from './report-index.ts'
import { sheet } from './sheet.ts'

/**
 * A report and the two calls that follow from it: the sheet, and the same sheet as a file. The filters stand in the
 * address under these names; `name` words it (`reports:<name>.title`).
 */
export function defineReport<const Name extends ReportName, Filters extends z.ZodRawShape>(
  name: Name,
  filters: Filters,
) {
  const path = reportPath(name)
  const query = z.object(filters)
  const format = z.enum(['csv', 'xlsx', 'pdf'], { error: () => 'invalid_choice' }).default('csv')
  const common = { method: 'GET', admission: [reportPermission(name)], labels: 'report' } as const
  return {
    name,
    path,
    filters: Object.keys(filters),
    calls: {
      show: defineCall({ ...common, path, kind: 'report', query, answer: sheet }),
      export: defineCall({ ...common, path: `${path}/export`, kind: 'export', query: query.extend({ format }) }),
    },
  }
}
export type Report = ReturnType<typeof defineReport>
