import type { FastifyInstance } from 'fastify'
import { purchases, sales } from '#contract/documents/sides.ts'
import type { ListQuery } from '#contract/kit/envelope.ts'
import { paymentCalls, payments } from '#contract/payments.ts'
import type { Context } from '#server/core/context.ts'
import { mount } from '#server/http/pipeline.ts'
import { peekNumber } from '#server/journal/posting/number-series.ts'
import { mountPlanPreview } from '#server/posting/mount-plan-preview.ts'
import { mountExport } from '#server/resource/mount-export.ts'
import { paymentAdvance } from './advances/advance.ts'
import { mountAdvance } from './advances/mount-advance.ts'
import { listPayments, sumPayments } from './list-payments.ts'
import { paymentSeries } from './payment-kind.ts'
import { readIssuedPayment, readPayment } from './read-payment.ts'
import { reversePayment, voidPayment } from './reverse-payment.ts'
import { previewPayment, savePayment } from './save-payment.ts'
import { voidWriteOff, writeOff } from './write-off.ts'

export function paymentRoutes(app: FastifyInstance): void {
  for (const side of [sales, purchases]) {
    const { calls, list } = payments[side.name]
    mountExport(app, payments[side.name], (context, query) => listPayments(context, side, list, query))
    mount(app, calls.list, (context, { query }) => listPayments(context, side, list, query as ListQuery))
    mountPlanPreview(app, paymentCalls[side.name].preview, (context, { query, body }) =>
      previewPayment(context, side, (query as { id?: number }).id ?? null, body),
    )
    mount(app, paymentCalls[side.name].sums, (context, { query }) =>
      sumPayments(context, side, list, query as ListQuery),
    )
    mount(app, paymentCalls[side.name].nextNumber, async ({ db, today }, { query }) => ({
      data: { number: await peekNumber(db, paymentSeries(side, query.date ?? today)) },
    }))
    mount(app, calls.read, async (context, { params }) => ({ data: await readPayment(context, side, params.id) }))
    const save = async (context: Context, id: number | null, body: unknown) => {
      const saved = await savePayment(context, side, id, body)
      return { data: await (saved.isPosted ? readIssuedPayment : readPayment)(context, side, saved.id) }
    }
    mount(app, calls.create, (context, { body }) => save(context, null, body))
    mount(app, calls.update, (context, { params, body }) => save(context, (params as { id: number }).id, body))
    mountAdvance(app, side, paymentCalls[side.name], {
      advance: (context, id) => paymentAdvance(context, side, id),
      read: (context, id) => readPayment(context, side, id),
    })
    mount(app, paymentCalls[side.name].reverse, async (context, { params, body }) => {
      const { id } = params as { id: number }
      await reversePayment(context, side, id, body)
      return { data: await readPayment(context, side, id), message: 'updated' }
    })
    mount(app, paymentCalls[side.name].writeOff, async (context, { params, body }) => {
      const { id } = params as { id: number }
      await writeOff(context, side, id, body)
      return { data: { id }, message: 'updated' }
    })
    mount(app, paymentCalls[side.name].voidWriteOff, async (context, { params, query }) => {
      const { id, write_off_id } = params as { id: number; write_off_id: number }
      await voidWriteOff(context, side, id, write_off_id, (query as { date?: string | null }).date)
      return { data: { id: write_off_id }, message: 'deleted' }
    })
    mount(app, calls.remove, async (context, { params }) => {
      await voidPayment(context, side, params.id)
      return { data: { id: params.id } }
    })
  }
}
