import type { FastifyInstance } from 'fastify'
import { purchases, sales } from '#contract/documents/sides.ts'
import { goodsKinds } from '#contract/goods/goods-kinds.ts'
import { orderKinds } from '#contract/orders/order-kinds.ts'
import { mergedPaperCalls, openingPaperCall, paperCalls } from '#contract/paper/paper-calls.ts'
import { withholdingCalls } from '#contract/withholding/withholding.ts'
import type { Context } from '#server/core/context.ts'
import { mergedPdfFile, pdfFile } from '#server/http/pdf-file.ts'
import { mount } from '#server/http/pipeline.ts'
import type { PdfPaper } from '#server/pdf/paper.ts'
import { countPaper } from './count-paper.ts'
import { customsPaper } from './customs-paper.ts'
import { entryPaper } from './entry-paper.ts'
import { goodsPaper } from './goods-paper.ts'
import { openingCreditPaper } from './opening-credit-paper.ts'
import { openingPaper } from './opening-paper.ts'
import { orderPaper } from './order-paper.ts'
import { reconciliationPaper } from './reconciliation-paper.ts'
import { setOffPaper } from './set-off-paper.ts'
import { transferPaper } from './transfer-paper.ts'
import { voucherPaper } from './voucher-paper.ts'
import { withholdingPaper } from './withholding-paper.ts'

const papers: Record<keyof typeof paperCalls, (context: Context, id: number) => Promise<PdfPaper>> = {
  income_payment: (context, id) => voucherPaper(context, sales, id),
  expense_payment: (context, id) => voucherPaper(context, purchases, id),
  journal_entry: entryPaper,
  stock_count: countPaper,
  stock_transfer: transferPaper,
  bank_reconciliation: reconciliationPaper,
  set_off: setOffPaper,
  customs_declaration: customsPaper,
  quotation: (context, id) => orderPaper(context, orderKinds.quotation, id),
  sales_order: (context, id) => orderPaper(context, orderKinds.sales_order, id),
  purchase_order: (context, id) => orderPaper(context, orderKinds.purchase_order, id),
  delivery_note: (context, id) => goodsPaper(context, goodsKinds.delivery_note, id),
  goods_receipt: (context, id) => goodsPaper(context, goodsKinds.goods_receipt, id),
  opening_customer_credit: (context, id) => openingCreditPaper(context, 'sales', id),
  opening_supplier_credit: (context, id) => openingCreditPaper(context, 'purchases', id),
}

/** `GET /<resource>/{id}/pdf` of every record that has a paper and is not a document of `server/documents` or `server/notes`. */
export function paperRoutes(app: FastifyInstance): void {
  for (const [name, paper] of Object.entries(papers))
    mount(app, paperCalls[name as keyof typeof paperCalls], async (context, { params }) => ({
      file: pdfFile(context, await paper(context, params.id)),
    }))
  for (const [name, call] of Object.entries(mergedPaperCalls))
    mount(app, call, async (context, { query }) => ({
      file: await mergedPdfFile(context, name, query.ids, (id) =>
        papers[name as keyof typeof mergedPaperCalls](context, id),
      ),
    }))
  mount(app, withholdingCalls.certificate, async (context, { params, query }) => {
    const year = query.year ?? Number(context.today.slice(0, 4))
    return { file: pdfFile(context, await withholdingPaper(context, params.id, year)) }
  })
  mount(app, openingPaperCall, async (context) => ({ file: pdfFile(context, await openingPaper(context)) }))
}
