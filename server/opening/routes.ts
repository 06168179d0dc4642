import type { FastifyInstance } from 'fastify'
import { openingCalls } from '#contract/opening.ts'
import { mount } from '#server/kit/pipeline.ts'
import { clearOpening } from './clear-opening.ts'

export function openingRoutes(app: FastifyInstance): void {
  mount(app, openingCalls.clear, async (context, { body }) => ({ data: await clearOpening(context, body) }))
}
