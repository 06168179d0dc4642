import type { FastifyInstance } from 'fastify'
import { advanceInvoiceCalls } from '#contract/documents/advances.ts'
import { billMatchCall } from '#contract/documents/bill-match.ts'
import { deferralCalls } from '#contract/documents/deferrals.ts'
import { documentCalls, documents } from '#contract/documents/document-calls.ts'
import { quickInvoiceCall } from '#contract/documents/quick-invoice.ts'
import { advances, purchases, sales } from '#contract/documents/sides.ts'
import { documentHeadsCall, verdictCalls } from '#contract/e-invoicing.ts'
import type { ListQuery } from '#contract/kit/envelope.ts'
import { readDeferrals } from '#server/deferrals/deferral-rows.ts'
import { mount } from '#server/http/pipeline.ts'
import { peekNumber } from '#server/journal/posting/number-series.ts'
import { mountPreview } from '#server/journal/preview-posting.ts'
import { mountExport } from '#server/resource/mount-export.ts'
import { openAdvances } from './advances/open-advances.ts'
import { confirmStored } from './confirm-document.ts'
import { createQuickInvoice } from './defaults/quick-invoice.ts'
import { documentSeries } from './document-number.ts'
import { documentHeadsOf } from './issuing/document-heads.ts'
import { markIssued } from './issuing/mark-issued.ts'
import { verdictOfStored } from './issuing/verdict-of-stored.ts'
import { documentOptions, listDocuments, sumDocuments } from './list-documents.ts'
import { readMatch } from './match/read-match.ts'
import { documentPdf, mergedPdf } from './pdf/document-pdf.ts'
import { readDocument, readIssued } from './read-document.ts'
import { createDocument, previewDocument, updateDocument } from './save-document.ts'
import { spreadPostedRow } from './spread/spread-posted-row.ts'
import { removeDocument } from './void-document.ts'

export function documentRoutes(app: FastifyInstance): void {
  mountVerdicts(app)
  mount(app, billMatchCall, async (context, { params }) => ({ data: await readMatch(context, params.id) }))
  mountQuickInvoice(app)
  mount(app, advanceInvoiceCalls.open, async (context, { query }) => ({ data: await openAdvances(context, query) }))
  for (const side of [sales, purchases, advances]) {
    const { calls, list } = documents[side.document]
    const extra = documentCalls[side.document]
    mountExport(app, documents[side.document], (context, query) => listDocuments(context, side, list, query))
    mount(app, calls.list, (context, { query }) => listDocuments(context, side, list, query as ListQuery))
    mountPreview(app, extra.preview, (context, { query, body }) => {
      const { id } = query as { id?: number }
      return previewDocument(context, side, id ?? null, body)
    })
    mount(app, extra.sums, (context, { query }) => sumDocuments(context, side, list, query as ListQuery))
    if ('options' in calls && calls.options)
      mount(app, calls.options, (context, { query }) =>
        documentOptions(context, side, query as Parameters<typeof documentOptions>[2]),
      )
    mount(app, extra.nextNumber, async ({ db, today }, { query }) => ({
      data: {
        number:
          side.document === 'bill' ? '' : await peekNumber(db, documentSeries(side.document, query.date ?? today)),
      },
    }))
    mount(app, calls.read, async (context, { params }) => ({ data: await readDocument(context, side, params.id) }))
    mount(app, extra.pdf, (context, { params, query }) =>
      documentPdf(context, side, (params as { id: number }).id, (query as { size: string }).size === 'receipt'),
    )
    mount(app, extra.mergedPdf, (context, { query }) => mergedPdf(context, side, (query as { ids: number[] }).ids))
    mount(app, calls.create, (context, { body }) => createDocument(context, side, body))
    mount(app, calls.update, (context, { params, body }) =>
      updateDocument(context, side, (params as { id: number }).id, body),
    )
    mount(app, extra.confirm, async (context, { params, body }) => {
      const { id } = params as { id: number }
      await confirmStored(context, side, id, (body as { version?: number }).version)
      return { data: await readIssued(context, side, id), message: 'updated' }
    })
    mountPreview(app, extra.confirmPreview, (context, { params, body }) =>
      confirmStored(context, side, params.id, body.version),
    )
    mount(app, extra.issue, (context, asked) =>
      markIssued(context, side.document, asked, (again, id) => readDocument(again, side, id)),
    )
    if (side.document !== 'advance_invoice')
      mount(app, deferralCalls[side.document].create, async (context, { params, body }) => {
        await spreadPostedRow(context, side, params.id, body)
        const own = await readDeferrals(context, { document_id: params.id })
        return { data: own.find(({ line_number }) => line_number === body.line_number) }
      })
    mount(app, calls.remove, async (context, { params }) => {
      await removeDocument(context, side, params.id)
      return { data: { id: params.id } }
    })
  }
}

function mountQuickInvoice(app: FastifyInstance): void {
  mount(app, quickInvoiceCall, async (context, { body }) => ({
    ...(await createQuickInvoice(context, body)),
    message: 'created',
  }))
}

/** The e-invoicing findings on a stored document before it is issued, and the requirements for one being typed. */
function mountVerdicts(app: FastifyInstance): void {
  mount(app, documentHeadsCall, async (context, { query }) => ({ data: await documentHeadsOf(context, query) }))
  for (const [kind, call] of Object.entries(verdictCalls))
    mount(app, call, async (context, { params }) => ({
      data: await verdictOfStored(context, kind, (params as { id: number }).id),
    }))
}
