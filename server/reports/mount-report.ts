import type { FastifyInstance } from 'fastify'
import type { Report } from '#contract/reports/define-report.ts'
import { type SheetInput, sheet } from '#contract/reports/sheet.ts'
import { exportMaximum } from '#server/export/export-rows.ts'
import { exportSheet } from '#server/export/export-sheet.ts'
import type { Format } from '#server/export/write-table.ts'
import type { Context } from '#server/kit/context.ts'
import { type Ask, mount } from '#server/kit/pipeline.ts'
import { Refusal } from '#server/kit/refusal.ts'

export const pageRows = 100
/** `limit` is how many rows a report that is read by pages may give at once. */
export type BuildSheet<R extends Report> = (
  context: Context,
  query: Ask<R['calls']['show']>['query'],
  limit: number,
) => Promise<SheetInput>

/** Mounts a report: its sheet page by page, and all of it as a file. */
export function mountReport<const R extends Report>(app: FastifyInstance, report: R, build: BuildSheet<R>): void {
  mount(app, report.calls.show as R['calls']['show'], async (context, { query }) => ({
    data: await build(context, query, pageRows),
  }))
  mount(app, report.calls.export, async (context, { query }) => {
    const built = await build(context, query as never, exportMaximum)
    if (built.next) throw new Refusal('too_many_to_export', { params: { maximum: exportMaximum } })
    return { file: await exportSheet(context, report.name, sheet.parse(built), (query as { format: Format }).format) }
  })
}
