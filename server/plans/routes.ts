import type { FastifyInstance } from 'fastify'
import { plansCall } from '#contract/access/plans.ts'
import { mount } from '#server/http/pipeline.ts'
import { plans } from './plans.ts'

export function planRoutes(app: FastifyInstance): void {
  mount(app, plansCall, async ({ db }) => {
    const currency = await db
      .selectFrom('currencies')
      .select(['code', 'symbol'])
      .where('code', '=', 'SAR')
      .executeTakeFirstOrThrow()
    return { data: plans.map((plan) => ({ ...plan, price: { amount: plan.amount, currency } })) }
  })
}
