import { z } from 'zod'
import { wire } from '../fields/decimal.ts'
import { lotsOfRowAnswer } from '../fields/lot-rows.ts'
import { addressAnswer } from '../fields/national-address.ts'
import { maybeText, nullable, nullableInt, reference } from '../fields/response-fields.ts'
import { contact, organizationHead } from '../heads.ts'
import { retentionRecord } from '../retention/retention.ts'
import { unitOfRowAnswer } from '../units/product-units.ts'
import { audiences } from './audiences.ts'
import { memoAnswer, memoPrinted } from './memo-fields.ts'
import { spreadAnswer } from './spread-fields.ts'

const money = {
  subtotal: wire,
  tax: wire,
  total: wire,
  paid_amount: wire,
  remaining_amount: wire,
  paidAmount: wire,
  remainingAmount: wire,
}
const currency = z.object({
  id: z.int(),
  name: z.string(),
  name_en: maybeText,
  code: z.string(),
  symbol: z.string(),
  decimals: z.int(),
})
/** The discount as entered, and its amount before tax. */
const discountAnswer = { discount_amount: nullable(wire), discount_percent: nullable(wire), discount: wire }
const itemAnswer = z.object({
  line_number: z.int(),
  /** Of a note: the row it corrects, and whether its goods come back or only its value changes. Otherwise NULL and false. */
  reference_line: nullableInt,
  is_return: z.boolean(),
  product_id: z.int(),
  product_name: z.string(),
  item_name: z.string(),
  item_name_en: maybeText,
  unit: maybeText,
  unit_en: maybeText,
  quantity: wire,
  ...unitOfRowAnswer,
  ...lotsOfRowAnswer,
  price: wire,
  tax_id: nullableInt,
  tax_rate: wire,
  ...discountAnswer,
  /** The row's part of the document's discount, which its net does not know of. */
  discount_share: wire,
  /** For one advance, without tax. */
  net_price: wire,
  net: wire,
  tax: wire,
  total: wire,
  cost_center_id: nullableInt,
  cost_center_name: maybeText,
  cost_center_name_en: maybeText,
  ...spreadAnswer,
  /** The row of an order that it takes. */
  order_line_id: nullableInt,
  goods_line_id: nullableInt,
  /** Why it may differ from its purchase order or from what was received. */
  difference_reason: maybeText,
})
export const documentRow = {
  id: z.int(),
  due_date: z.string(),
  status: z.string(),
  is_void: z.boolean(),
  is_overdue: z.boolean(),
  /** Why the document can no longer be edited or deleted, as a refusal code; null while it can. */
  locked_because: maybeText,
  /** Why its day takes no change, as a refusal code: only due date and notes are still written. Null while it does. */
  closed_period: maybeText,
  /** The written-off part, which the status does not distinguish from payments. */
  written_off: nullable(wire),
  ...money,
  currency,
}
export const documentRecord = {
  ...documentRow,
  currency_id: z.int(),
  branch_id: z.int(),
  /** Null is the main place, as of documents before there were places. */
  place_id: nullableInt,
  place: nullable(reference),
  tax_id: z.int(),
  exchange_rate: wire,
  /** The booked amount in base currency. */
  tax_base: wire,
  total_base: wire,
  ...memoAnswer,
  ...discountAnswer,
  prices_include_tax: z.boolean(),
  audience: nullable(z.enum(audiences)),
  /** Each tax with what it is charged on, after the document's discount, and why it charges nothing. */
  taxes: z.array(
    z.object({
      tax_id: nullableInt,
      category: z.string(),
      rate: wire,
      /** Under reverse charge: the rate that the buyer assesses. NULL otherwise. */
      assessed_rate: nullable(wire),
      base: wire,
      discount: wire,
      tax: wire,
      exemption_code: maybeText,
      exemption_reason: maybeText,
      exemption_reason_en: maybeText,
    }),
  ),
  revision: z.int(),
  version: z.int(),
  issued_at: maybeText,
  /** Printed, sent, or its day is over: from then on only a note corrects what is a tax invoice. */
  is_issued: z.boolean(),
  /** The clock in Riyadh as in its QR code and XML: when it was confirmed; in phase 2 when it was issued, with the day where that is another. */
  issue_time: maybeText,
  /** Whether it was issued as a tax invoice: by a seller who was registered for VAT then. */
  is_tax_invoice: z.boolean(),
  /** The exchange rate was entered: a draft keeps it. */
  has_own_rate: z.boolean(),
  /** The paper, although the record changed later. NULL for a draft. */
  printed: nullable(z.object({ due_date: z.string(), ...memoPrinted })),
  /** The QR code of a simplified or phase 1 tax invoice: base64 of the TLV fields; null where the law wants none. */
  qr: maybeText,
  /** In phase 2: posted and not issued yet, or to be issued again because it was rejected. */
  awaits_stamp: z.boolean(),
  /** The result at the authority's platform. NULL if it was never stamped. */
  e_document: nullable(
    z.object({
      id: z.int(),
      attempt: z.int(),
      state: z.string(),
      audience: z.string(),
      environment: z.string(),
      /** Until when a simplified document must be reported. Null for others, and once it is. */
      report_until: maybeText,
      issue_date: z.string(),
      issue_time: z.string(),
      answered_at: maybeText,
      errors: z.array(z.object({ code: maybeText, message: z.string() })),
      warnings: z.array(z.object({ code: maybeText, message: z.string() })),
    }),
  ),
  organization: organizationHead,
  branch: z.object({
    id: z.int(),
    ...contact,
    commercial_registration: maybeText,
    registration_scheme: maybeText.optional(),
    ...addressAnswer,
    city_en: maybeText,
  }),
  items: z.array(itemAnswer),
  payments: z.array(z.object({ id: z.int(), payment_number: z.string(), payment_date: z.string(), amount: wire })),
  /** The total of credit notes, and every note that corrects it. */
  credited: wire,
  correcting_notes: z.array(
    z.object({ id: z.int(), kind: z.string(), number: z.string(), date: z.string(), total: wire }),
  ),
  /** Including tax: advances deducted from an invoice, or deductions by invoices of an advance, each listed. */
  deducted: wire,
  deductions: z.array(
    z.object({ id: z.int(), number: z.string(), date: z.string(), net: wire, tax: wire, total: wire }),
  ),
  /** Other settlements: applied advances, set-offs. */
  credits: z.array(z.object({ id: z.int(), kind: z.string(), number: z.string(), date: z.string(), amount: wire })),
  /** The quotations and orders that its rows take. */
  orders: z.array(z.object({ id: z.int(), kind: z.string(), number: z.string() })),
  write_offs: z.array(z.object({ id: z.int(), write_off_date: z.string(), amount: wire, reason: maybeText })),
  ...retentionRecord,
}
