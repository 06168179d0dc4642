import type { FastifyInstance } from 'fastify'
import type { Call } from '#contract/kit/resource.ts'
import type { Context } from '#server/core/context.ts'
import type { Ask } from '#server/http/pipeline.ts'
import { loadAccounts } from '#server/journal/accounts.ts'
import { mountPreview } from '#server/journal/preview-posting.ts'
import { previewedEntries } from './journal-rows.ts'
import type { Plan } from './plan.ts'

/** Mounts a preview of a rule that plans: the entries of its plan are shown, and nothing is written. */
export function mountPlanPreview<const C extends Call>(
  app: FastifyInstance,
  call: C,
  planOf: (context: Context, ask: Ask<C>) => Promise<Plan>,
): void {
  mountPreview(app, call, async (context, ask) => {
    const { entries } = await planOf(context, ask)
    context.previewed?.push(...previewedEntries(entries, { ...context, accounts: await loadAccounts(context) }))
  })
}
