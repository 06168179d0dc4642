import type { FastifyInstance } from 'fastify'
import { retentionCalls } from '#contract/documents/retention-calls.ts'
import { purchases, sales } from '#contract/documents/sides.ts'
import { mount } from '#server/http/pipeline.ts'
import { mountPlanPreview } from '#server/posting/mount-plan-preview.ts'
import { previewRelease, releaseRetention } from './release-retention.ts'
import { takeBackRelease } from './take-back-release.ts'

export function retentionRoutes(app: FastifyInstance): void {
  for (const side of [sales, purchases]) {
    const { release, preview, takeBack } = retentionCalls[side.document]
    mount(app, release, async (context, { params, body }) => {
      await releaseRetention(context, { ...body, side, id: params.id })
      return { data: { id: params.id } }
    })
    mountPlanPreview(app, preview, (context, { params, body }) =>
      previewRelease(context, { ...body, side, id: params.id }),
    )
    mount(app, takeBack, async (context, { params }) => ({
      data: { id: await takeBackRelease(context, { ...params, side }) },
    }))
  }
}
