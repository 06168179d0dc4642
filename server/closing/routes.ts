import type { FastifyInstance } from 'fastify'
import { periodLockCalls, yearCalls } from '#contract/years.ts'
import { mount } from '#server/kit/pipeline.ts'
import { readYear } from '#server/years/save-year.ts'
import { changeStatus } from './change-status.ts'
import { saveLocks, showLocks } from './period-locks.ts'
import { previewClosing } from './preview-closing.ts'

export function closingRoutes(app: FastifyInstance): void {
  mount(app, yearCalls.changeStatus, async (context, { params, body }) => {
    await changeStatus(context, params.id, body)
    return { data: await readYear(context, params.id), message: 'status_changed' }
  })
  mount(app, yearCalls.closing, async (context, { params }) => ({ data: await previewClosing(context, params.id) }))
  mount(app, periodLockCalls.show, async (context) => ({ data: await showLocks(context) }))
  mount(app, periodLockCalls.save, async (context, { body }) => {
    await saveLocks(context, body)
    return { data: await showLocks(context) }
  })
}
