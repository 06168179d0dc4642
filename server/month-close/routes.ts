import type { FastifyInstance } from 'fastify'
import { monthCloseCall } from '#contract/closing/month-close.ts'
import { mount } from '#server/http/pipeline.ts'
import { showMonthClose } from './month-close.ts'

export function monthCloseRoutes(app: FastifyInstance): void {
  mount(app, monthCloseCall, async (context, { query }) => ({ data: await showMonthClose(context, query.date) }))
}
