import type { FastifyInstance } from 'fastify'
import { dryCloseCalls } from '#contract/closing/dry-close.ts'
import { reports } from '#contract/reports/reports.ts'
import { mount } from '#server/http/pipeline.ts'
import { mountReport } from '#server/reports/framework/mount-report.ts'
import { setNightly, showNightly } from './nightly.ts'
import { showDryClose } from './show-dry-close.ts'

export function dryCloseRoutes(app: FastifyInstance): void {
  mountReport(app, reports.dryClose, showDryClose)
  mount(app, dryCloseCalls.show, async (context) => ({ data: await showNightly(context) }))
  mount(app, dryCloseCalls.nightly, async (context, { body }) => {
    await setNightly(context, body.is_on)
    return { data: await showNightly(context), message: 'updated' }
  })
}
