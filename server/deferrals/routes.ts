import type { FastifyInstance } from 'fastify'
import { deferralCalls } from '#contract/documents/deferrals.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { mount } from '#server/http/pipeline.ts'
import { cancelDeferral, forgetSpread } from './cancel-deferrals.ts'
import { readDeferral, readDeferrals } from './deferral-rows.ts'
import { retryPart, stopDeferral } from './post-part.ts'

export function deferralRoutes(app: FastifyInstance): void {
  for (const kind of ['invoice', 'bill'] as const)
    mount(app, deferralCalls[kind].list, async (context, { params }) => {
      await requireDocument(context, kind, params.id)
      return { data: await readDeferrals(context, { document_id: params.id, kind }) }
    })
  mount(app, deferralCalls.list, async (context, { query }) => ({
    data: await readDeferrals(context, { is_open: query.state === 'open' }),
  }))
  mount(app, deferralCalls.stop, async (context, { params, body }) => {
    await stopDeferral(context, params.id, body.date)
    return { data: await readDeferral(context, params.id) }
  })
  mount(app, deferralCalls.cancel, async (context, { params }) => {
    await forgetSpread(context, await cancelDeferral(context, params.id))
    return { data: await readDeferral(context, params.id) }
  })
  mount(app, deferralCalls.retry, async (context, { params, body }) => {
    await retryPart(context, params.id, params.number, body.date ?? null)
    return { data: await readDeferral(context, params.id) }
  })
}

async function requireDocument({ db }: Context, kind: string, id: number): Promise<void> {
  const found = await db
    .selectFrom('documents')
    .select('id')
    .where('id', '=', id)
    .where('kind', '=', kind)
    .executeTakeFirst()
  if (!found) throw new Refusal('not_found')
}
