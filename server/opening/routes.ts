import type { FastifyInstance } from 'fastify'
import { openingCalls } from '#contract/opening.ts'
import { mount } from '#server/kit/pipeline.ts'
import { clearOpening, unclearOpening } from './clear-opening.ts'
import { readOpening } from './read-opening.ts'
import { saveOpening } from './save-opening.ts'

export function openingRoutes(app: FastifyInstance): void {
  mount(app, openingCalls.show, async (context) => ({ data: await readOpening(context) }))
  mount(app, openingCalls.save, async (context, { body }) => {
    await saveOpening(context, body)
    return { data: await readOpening(context) }
  })
  mount(app, openingCalls.clear, async (context, { body }) => ({ data: await clearOpening(context, body) }))
  mount(app, openingCalls.unclear, async (context, { params }) => {
    await unclearOpening(context, params.id)
    return { data: await readOpening(context) }
  })
}
