import type { FastifyInstance } from 'fastify'
import { revaluationCalls } from '#contract/revaluations.ts'
import { financialYears, periodLockCalls, yearCalls } from '#contract/years.ts'
import { mount } from '#server/http/pipeline.ts'
import { mountResource } from '#server/resource/routes.ts'
import { readYear, removeYear } from '#server/years/save-year.ts'
import { yearListing } from '#server/years/year-listing.ts'
import { reverseRevaluation } from './auto-reversal.ts'
import { changeStatus } from './change-status.ts'
import { moveYear } from './change-year-dates.ts'
import { saveLocks, showLocks } from './period-locks.ts'
import { previewClosing } from './preview-closing.ts'
import { listRevaluations, previewRevaluation, readRevaluation } from './revaluations.ts'
import { revalue } from './revalue.ts'

export function closingRoutes(app: FastifyInstance): void {
  mountResource(app, financialYears, { listing: yearListing, update: moveYear, remove: removeYear })
  mount(app, yearCalls.changeStatus, async (context, { params, body }) => {
    await changeStatus(context, params.id, body)
    return { data: await readYear(context, params.id), message: 'status_changed' }
  })
  mount(app, yearCalls.closing, async (context, { params }) => ({ data: await previewClosing(context, params.id) }))
  mount(app, revaluationCalls.list, async (context) => ({ data: await listRevaluations(context) }))
  mount(app, revaluationCalls.preview, async (context, { query }) => ({
    data: await previewRevaluation(context, query.date ?? context.today),
  }))
  mount(app, revaluationCalls.show, async (context, { params }) => ({
    data: await readRevaluation(context, params.id),
  }))
  mount(app, revaluationCalls.create, async (context, { body }) => ({
    data: await readRevaluation(context, await revalue(context, body)),
  }))
  mount(app, revaluationCalls.reverse, async (context, { params }) => {
    await reverseRevaluation(context, params.id)
    return { data: await readRevaluation(context, params.id), message: 'updated' }
  })
  mount(app, periodLockCalls.show, async (context) => ({ data: await showLocks(context) }))
  mount(app, periodLockCalls.save, async (context, { body }) => {
    await saveLocks(context, body)
    return { data: await showLocks(context) }
  })
}
