import type { FastifyInstance } from 'fastify'
import { withholdingCalls } from '#contract/withholding/withholding.ts'
import { mount } from '#server/http/pipeline.ts'
import { fileWithholding } from './file-period.ts'
import { showWithholding } from './list-periods.ts'
import { yearsOfPayee } from './payee-years.ts'
import { sayWithholdingType } from './say-type.ts'
import { setWithholdingReference } from './set-reference.ts'
import { takeBackWithholding } from './take-back.ts'

export function withholdingRoutes(app: FastifyInstance): void {
  mount(app, withholdingCalls.periods, async (context) => ({ data: await showWithholding(context) }))
  mount(app, withholdingCalls.yearsOfPayee, async (context, { params }) => ({
    data: await yearsOfPayee(context, params.id),
  }))
  mount(app, withholdingCalls.file, async (context, { params }) => {
    await fileWithholding(context, params.id)
    return { data: await showWithholding(context), message: 'withholding_filed' }
  })
  mount(app, withholdingCalls.setReference, async (context, { params, body }) => {
    await setWithholdingReference(context, params.id, body.authority_reference ?? null)
    return { data: await showWithholding(context), message: 'updated' }
  })
  mount(app, withholdingCalls.takeBack, async (context, { params, body }) => {
    await takeBackWithholding(context, params.id, body.reason)
    return { data: await showWithholding(context), message: 'updated' }
  })
  mount(app, withholdingCalls.sayType, async (context, { params, body }) => {
    await sayWithholdingType(context, params.id, body)
    return { data: await showWithholding(context), message: 'updated' }
  })
}
