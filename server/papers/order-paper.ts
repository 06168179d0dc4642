import { fieldOf } from '#contract/documents/sides.ts'
import { type OrderKind, orderKinds } from '#contract/orders/order-kinds.ts'
import { orders } from '#contract/orders/orders.ts'
import { type Context, dayInRiyadh } from '#server/core/context.ts'
import { readOrder } from '#server/orders/read-order.ts'
import { fact, ownCurrency } from '#server/paper-kit/paper-parts.ts'
import { bilingual, type PaperHead, type PaperRecord, printedPaper } from '#server/paper-kit/printed-document.ts'
import { letterheadOf } from '#server/pdf/letterhead.ts'
import { logoOf } from '#server/pdf/logo.ts'
import type { PdfPaper } from '#server/pdf/paper.ts'

/** A quotation or an order on paper, with the parts of a document's: no code, no stamp, and it says that it is no tax invoice. */
export async function orderPaper(context: Context, kind: OrderKind, id: number): Promise<PdfPaper> {
  const { side, untilField, name } = kind
  const record = orders[name].record.parse(await readOrder(context, kind, id))
  const say = bilingual(context.services.words)
  const [own, logo, letterhead] = await Promise.all([
    ownCurrency(context),
    logoOf(context.db, record.organization.logo),
    letterheadOf(context.db),
  ])
  const until = fieldOf<string | null>(record, untilField)
  const head: PaperHead = {
    side,
    number: record.number,
    date: record.order_date,
    title: record.state === 'draft' ? `${name}_draft` : name,
    party: fieldOf<PaperHead['party']>(record, side.party),
    facts: [
      fact(say, `${name}_number`, record.number),
      fact(say, 'order_date', record.order_date),
      ...(until ? [fact(say, untilField, until)] : []),
    ],
  }
  // Its amounts are in its own currency alone: it has no worth in the books.
  const asDocument = { ...record, ...notBooked, is_void: false, status: record.state } as unknown as PaperRecord
  const paper = printedPaper(say, head, asDocument, { ...own, code: record.currency.code })
  const notTax = say('sheet.not_a_tax_invoice')
  const accepted =
    record.answered_by && record.answered_at
      ? [
          {
            label: say('sheet.accepted_by'),
            value: `${record.answered_by} · ${dayInRiyadh(new Date(record.answered_at))}`,
          },
        ]
      : []
  return {
    ...paper,
    ...letterhead,
    logo,
    files: [],
    notes: [
      ...(paper.notes ?? []),
      ...(name === orderKinds.quotation.name && record.state === 'accepted' ? accepted : []),
      { label: say('sheet.remark'), value: `${notTax.ar} · ${notTax.en}` },
    ],
  }
}

/** What only a document has. */
const notBooked = {
  qr: null,
  e_document: null,
  issue_time: null,
  issued_at: null,
  printed: null,
  is_tax_invoice: false,
  is_issued: false,
  deducted: 0,
  deductions: [],
  tax_base: 0,
  total_base: 0,
}
