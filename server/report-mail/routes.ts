import type { FastifyInstance } from 'fastify'
import { reportScheduleCalls } from '#contract/schedules/report-schedules.ts'
import { mount } from '#server/http/pipeline.ts'
import { createSchedule, endSchedule, listSchedules } from './report-schedules.ts'

export function reportMailRoutes(app: FastifyInstance): void {
  const { list, create, end } = reportScheduleCalls
  mount(app, list, async (context) => ({ data: await listSchedules(context) }))
  mount(app, create, async (context, { body }) => ({ data: await createSchedule(context, body) }))
  mount(app, end, async (context, { params }) => ({ data: await endSchedule(context, params.id) }))
}
