import type { FastifyInstance } from 'fastify'
import { vatCalls } from '#contract/vat.ts'
import { mount } from '#server/http/pipeline.ts'
import { adjustTax, voidAdjustment } from './adjustments.ts'
import { setAuthorityReference } from './authority-reference.ts'
import { setCreditUse } from './credit-use.ts'
import { filePeriod } from './file-period.ts'
import { showPeriods } from './list-periods.ts'
import { takeBackReturn } from './take-back-return.ts'

export function vatRoutes(app: FastifyInstance): void {
  mount(app, vatCalls.periods, async (context) => ({ data: await showPeriods(context) }))
  mount(app, vatCalls.file, async (context, { params }) => {
    await filePeriod(context, params.id)
    return { data: await showPeriods(context), message: 'vat_return_filed' }
  })
  mount(app, vatCalls.setCredit, async (context, { params, body }) => {
    await setCreditUse(context, params.id, body.credit)
    return { data: await showPeriods(context), message: 'updated' }
  })
  mount(app, vatCalls.setReference, async (context, { params, body }) => {
    await setAuthorityReference(context, params.id, body.authority_reference ?? null)
    return { data: await showPeriods(context), message: 'updated' }
  })
  mount(app, vatCalls.takeBack, async (context, { params, body }) => {
    await takeBackReturn(context, params.id, body.reason)
    return { data: await showPeriods(context), message: 'updated' }
  })
  mount(app, vatCalls.setFrequency, async (context, { body }) => {
    await context.db.updateTable('organizations').set({ vat_frequency: body.frequency }).execute()
    return { data: await showPeriods(context), message: 'updated' }
  })
  mount(app, vatCalls.adjust, async (context, { body }) => {
    await adjustTax(context, body)
    return { data: await showPeriods(context), message: 'created' }
  })
  mount(app, vatCalls.voidAdjustment, async (context, { params }) => {
    await voidAdjustment(context, params.id)
    return { data: await showPeriods(context), message: 'updated' }
  })
}
