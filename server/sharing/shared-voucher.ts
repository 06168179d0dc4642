import type { z } from 'zod'
import type { Side } from '#contract/documents/sides.ts'
import type { payments } from '#contract/payments.ts'
import type { Context } from '#server/core/context.ts'
import { readPayment } from '#server/payments/read-payment.ts'
import type { SharedPaper } from './shared-paper-facts.ts'

type Voucher = Omit<z.input<(typeof payments)['sales']['record']>, 'amount'> & { amount: string }
type Party = { id: number; name: string; name_en: string | null }

/** A receipt or payment voucher: it asks for nothing. */
export async function readVoucher(context: Context, side: Side, id: number): Promise<SharedPaper> {
  // Vouchers of both sides, whose party has another name on each.
  const row = (await readPayment(context, side, id)) as unknown as Voucher & Record<string, unknown>
  return {
    number: row.payment_number,
    date: row.payment_date,
    due_date: null,
    currency: row.currency,
    state: row.is_void ? 'void' : 'issued',
    is_draft: false,
    is_tax_invoice: false,
    party_id: row[side.partyField] as number,
    party: row[side.party] as Party,
    seller: row.organization as SharedPaper['seller'],
    total: row.amount,
    remaining: null,
    is_handed_over: !row.is_void,
    has_xml: false,
  }
}
