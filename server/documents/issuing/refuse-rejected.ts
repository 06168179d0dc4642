import type { NoteKind } from '#contract/documents/note-kinds.ts'
import type { Side } from '#contract/documents/sides.ts'
import { type Issue, type Verdict, verdictOf } from '#contract/e-invoice/verdict.ts'
import { type Draft, draftEInvoice, draftSource } from '#contract/e-invoice-mapping/draft-source.ts'
import { fieldOfPath } from '#contract/e-invoice-mapping/field-of-path.ts'
import type { FieldErrors } from '#contract/issues.ts'
import { text } from '#ledger/money.ts'
import { statedQuantity } from '#server/catalog/units/row-units.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Facts } from '#server/documents/document-facts.ts'
import type { DocumentInput } from '#server/documents/document-input.ts'
import { inPhase2 } from '#server/e-invoicing/phase.ts'
import { sayIssue } from '#server/e-invoicing/say-issue.ts'
import { eInvoiceNow } from './e-invoice-now.ts'
import { requireSameTotals } from './require-same-totals.ts'

/** Says an issue in the language of the request. */
type Say = (issue: Issue) => string
type Asker = Pick<Context, 'session' | 'today'> & { say: Say }
const sayTo =
  (context: Context): Say =>
  (issue) =>
    sayIssue(context, issue)

/** Refuses what the authority would reject, each reason in words and with its rule. */
export function refuseRejected(context: Context, { light, issues }: Verdict): void {
  if (light !== 'red') return
  throw new Refusal('e_invoice_refused', { params: { reason: reasonOf(sayTo(context), errorsOf(issues)) } })
}

/** Refuses an invoice before it is posted, each reason on its field. Only where sales go to the authority's platform. */
export function refuseRejectedDraft(asker: Asker, side: Side, input: DocumentInput, facts: Facts): void {
  if (side.name !== 'sales' || !isSent(asker)) return
  const source = draftSource(draftOf(side, input, facts))
  const invoice = draftEInvoice(source, asker.today)
  const { subtotal, discount, tax, total } = facts.totals
  const whole = { subtotal: text(subtotal), discount: text(discount), tax: text(tax), total: text(total) }
  requireSameTotals({ ...source, ...whole, advances_deducted: '0' }, invoice)
  refuseOnFields(asker.say, verdictOf(invoice, { today: asker.today, stage: 'draft' }))
}

/** Refuses a note in the transaction that posts it: an error rolls it back. Only where sales go to the authority's platform. */
export async function refuseRejectedNote(context: Context, { name, side }: NoteKind, id: number): Promise<void> {
  if (side.name !== 'sales' || !isSent(context)) return
  const { row, invoice } = await eInvoiceNow(context, name, id)
  requireSameTotals(row, invoice)
  refuseOnFields(sayTo(context), verdictOf(invoice, { today: context.today, stage: 'draft' }))
}

/** Whether documents posted now go to the authority's platform. */
const isSent = (asker: Pick<Context, 'session' | 'today'>): boolean =>
  asker.session.organization.tax_number !== null && inPhase2(asker)

function refuseOnFields(say: Say, { light, issues }: Verdict): void {
  if (light !== 'red') return
  const found = errorsOf(issues)
  const errors: FieldErrors = {}
  for (const [field, list] of Map.groupBy(found, ({ path }) => fieldOfPath(path)))
    errors[field] = { code: 'e_invoice_refused', params: { reason: reasonOf(say, list) } }
  throw new Refusal('e_invoice_refused', { errors, params: { reason: reasonOf(say, found) } })
}

const errorsOf = (issues: readonly Issue[]) => issues.filter(({ severity }) => severity === 'error')
const reasonOf = (say: Say, issues: readonly Issue[]) =>
  issues.map((issue) => `${say(issue)} (${issue.rule})`).join(' ')

function draftOf(side: Side, input: DocumentInput, facts: Facts): Draft {
  return {
    ...input,
    kind: side.document as Draft['kind'],
    document_date: input.date,
    heads: facts.heads,
    currency: facts.heads.currency,
    exchange_rate: facts.exchange_rate,
    audience: input.audience ?? facts.audience,
    prices_include_tax: input.prices_include_tax ?? false,
    discount_percent: input.discount_percent ?? null,
    tax_base: text(facts.base.tax),
    totals: facts.totals,
    rows: input.items.map((item, index) => {
      const product = facts.products.get(item.product_id)
      const tax = facts.rowTaxes[index]
      return {
        product_name: item.product_name ?? product?.name ?? '',
        product_name_en: item.product_name ? null : (product?.name_en ?? null),
        quantity: statedQuantity(item),
        price: item.price,
        tax_rate: item.tax_rate,
        tax,
        discount_percent: item.discount_percent ?? null,
      }
    }),
  }
}
