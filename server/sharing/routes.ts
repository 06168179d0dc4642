import type { FastifyInstance } from 'fastify'
import { type DeliveryInput, deliveryCalls } from '#contract/sharing/deliveries.ts'
import { mailStopCalls } from '#contract/sharing/mail-stops.ts'
import { publicPageCalls } from '#contract/sharing/public-page.ts'
import { sharingSettingCalls } from '#contract/sharing/settings.ts'
import { sharedKinds } from '#contract/sharing/shared-kinds.ts'
import { mount, mountPublic } from '#server/http/pipeline.ts'
import { answerQuotation } from './answer-quotation.ts'
import { createDelivery, startSending } from './create-delivery.ts'
import { letterheadPreview } from './letterhead-preview.ts'
import { changeMailStop, showMailStops } from './mail-stops.ts'
import { publicPdf, publicPicture, publicXml, showPublicPage } from './public-page.ts'
import { leaveRemark } from './public-remark.ts'
import { endDelivery, listDeliveries, retryDelivery } from './read-deliveries.ts'
import type { PaperDays } from './shared-paper-facts.ts'
import { readSharingSettings, saveSharingSettings } from './sharing-settings.ts'

type One = { id: number; delivery_id: number }

export function sharingRoutes(app: FastifyInstance): void {
  for (const kind of sharedKinds) {
    const calls = deliveryCalls[kind.name]
    mount(app, calls.start, async (context, { params, query }) => ({
      data: await startSending(context, { kind, id: (params as One).id, days: query as PaperDays }),
    }))
    mount(app, calls.list, async (context, { params }) => ({
      data: await listDeliveries(context, { kind, id: (params as One).id }),
    }))
    mount(app, calls.create, (context, { params, body }) =>
      createDelivery(context, { kind, id: (params as One).id, days: body as PaperDays }, body as DeliveryInput),
    )
    mount(app, calls.end, async (context, { params }) => {
      const { id, delivery_id } = params as One
      return { data: await endDelivery(context, { kind, id }, delivery_id) }
    })
    mount(app, calls.retry, async (context, { params }) => {
      const { id, delivery_id } = params as One
      const data = await retryDelivery(context, { kind, id }, delivery_id)
      const after = async () => {
        app.services.outbox.wake()
        return data
      }
      return { data, after }
    })
  }
  mount(app, sharingSettingCalls.show, async ({ db }) => ({ data: await readSharingSettings(db) }))
  mount(app, sharingSettingCalls.update, async (context, { body }) => ({
    data: await saveSharingSettings(context, body),
  }))
  mount(app, sharingSettingCalls.preview, async (context, { query }) => ({
    file: await letterheadPreview(context, query),
  }))
  publicRoutes(app)
  // Mailboxes send the form of RFC 8058: this encoding is accepted here only.
  app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_request: unknown, body: unknown) => Object.fromEntries(new URLSearchParams(String(body))),
    )
    mountPublic(scope, mailStopCalls.show, async (services, { params }, { ip }) => ({
      data: await showMailStops(services, { ...params, ip }),
    }))
    mountPublic(scope, mailStopCalls.change, async (services, { params, body }, { ip }) => ({
      data: await changeMailStop(services, { ...params, ip }, body),
    }))
  })
}

/** Calls for readers of a link, without signing in. */
function publicRoutes(app: FastifyInstance): void {
  const { show, pdf, picture, xml, remark, answer } = publicPageCalls
  mountPublic(app, answer, async (services, { params, body }, { ip }) => {
    await answerQuotation(services, { ...params, ip }, body)
    return { message: 'updated' }
  })
  mountPublic(app, show, async (services, { params }, { ip }) => ({
    data: await showPublicPage(services, { ...params, ip }),
  }))
  mountPublic(app, pdf, async (services, { params }, { ip }) => ({
    file: await publicPdf(services, { ...params, ip }),
  }))
  mountPublic(app, picture, async (services, { params }, { ip }) => ({
    file: await publicPicture(services, { ...params, ip }),
  }))
  mountPublic(app, xml, async (services, { params }, { ip }) => ({
    file: await publicXml(services, { ...params, ip }),
  }))
  mountPublic(app, remark, async (services, { params, body }, { ip }) => {
    await leaveRemark(services, { ...params, ip }, body)
    return { message: 'remark_sent' }
  })
}
