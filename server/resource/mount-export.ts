import type { FastifyInstance } from 'fastify'
import type { ListQuery } from '#contract/kit/envelope.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { type Answer, mount } from '#server/http/pipeline.ts'
import { type ExportedResource, exportMaximum, exportRows } from './export-rows.ts'

/** Mounts the export of a list: the same rows as on the screen, all of them, up to a limit that is said. */
export function mountExport(
  app: FastifyInstance,
  resource: ExportedResource,
  rowsOf: (context: Context, query: ListQuery) => Promise<Answer>,
): void {
  const call = resource.calls.export
  if (!call) return
  mount(app, call, async (context, { query }) => {
    const { format, ids, ...asked } = query as ListQuery & { format: 'csv' | 'xlsx'; ids?: number[] }
    const answer = await rowsOf(context, { ...asked, page: 1, per_page: exportMaximum })
    if ((answer.meta?.total ?? 0) > exportMaximum)
      throw new Refusal('too_many_to_export', { params: { maximum: exportMaximum } })
    return { file: await exportRows(context, resource, ids ? chosen(answer, ids) : answer, format) }
  })
}

/** The rows that were marked, of those that the filters let through. */
const chosen = ({ data, ...answer }: Answer, ids: readonly number[]): Answer => ({
  ...answer,
  data: (data as { id: number }[]).filter(({ id }) => ids.includes(id)),
})
