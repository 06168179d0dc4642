import type { FastifyInstance } from 'fastify'
import { openingCalls } from '#contract/opening.ts'
import { openingCredits } from '#contract/opening-credits.ts'
import { mount } from '#server/http/pipeline.ts'
import { documentAdvance } from '#server/payments/advances/document-advance.ts'
import { mountAdvance } from '#server/payments/advances/mount-advance.ts'
import { clearOpening, reverseClearing } from './clear-opening.ts'
import { readCredit } from './read-credit.ts'
import { equityAt, readOpening } from './read-opening.ts'
import { saveOpening } from './save-opening.ts'

export function openingRoutes(app: FastifyInstance): void {
  mount(app, openingCalls.show, async (context) => ({ data: await readOpening(context) }))
  mount(app, openingCalls.save, async (context, { body }) => {
    await saveOpening(context, body)
    return { data: await readOpening(context) }
  })
  mount(app, openingCalls.equity, async (context, { query }) => ({ data: await equityAt(context, query.date) }))
  mount(app, openingCalls.clear, async (context, { body }) => ({ data: await clearOpening(context, body) }))
  mount(app, openingCalls.unclear, async (context, { params }) => {
    await reverseClearing(context, params.id)
    return { data: await readOpening(context) }
  })
  for (const credit of Object.values(openingCredits)) {
    mount(app, credit.calls.read, async (context, { params }) => ({
      data: await readCredit(context, credit, (params as { id: number }).id),
    }))
    mountAdvance(app, credit.side, credit.calls, {
      advance: (context, id) => documentAdvance(context, credit, id),
      read: (context, id) => readCredit(context, credit, id),
    })
  }
}
