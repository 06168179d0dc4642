import type { OrderKind } from '#contract/orders/order-kinds.ts'
import type { PublicPage } from '#contract/sharing/public-page.ts'
import type { Context } from '#server/core/context.ts'
import { readOrder } from '#server/orders/read-order.ts'
import type { SharedPaper } from './shared-paper-facts.ts'

type Party = { id: number; name: string; name_en: string | null }

/** A quotation, which asks for an answer, or an order, which asks for nothing. A draft is not handed over: it may still change. */
export async function readSharedOrder(context: Context, kind: OrderKind, id: number): Promise<SharedPaper> {
  const { side, untilField, name } = kind
  const row = await readOrder(context, kind, id)
  const fields = row
  const until = fields[untilField] as string | null
  const isDraft = row.state === 'draft'
  const isQuotation = name === 'quotation'
  return {
    number: row.number,
    date: row.order_date,
    due_date: until,
    currency: row.currency,
    state: isQuotation ? (offerStates[row.status] ?? 'offered') : 'issued',
    // Sending a draft quotation is what makes it sent.
    is_draft: isDraft && !isQuotation,
    is_tax_invoice: false,
    party_id: fields[side.partyField] as number,
    party: fields[side.party] as Party,
    seller: row.organization,
    total: row.total,
    remaining: null,
    is_handed_over: !isDraft,
    has_xml: false,
    ...(isQuotation && {
      offer: { valid_until: until ?? '', answered_by: row.answered_by, version: row.version },
    }),
  }
}

const offerStates: Readonly<Record<string, PublicPage['state']>> = {
  sent: 'offered',
  accepted: 'accepted',
  declined: 'declined',
  expired: 'expired',
}
