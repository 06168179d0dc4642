import type { SentMemo } from '#contract/documents/memo-fields.ts'
import type { Side } from '#contract/documents/sides.ts'
import type { SentSpread } from '#contract/documents/spread-fields.ts'
import type { Audience } from '#contract/e-invoice/model.ts'
import type { SentLot } from '#contract/fields/lot-rows.ts'
import type { SentRetention } from '#contract/retention/retention.ts'
import type { UnitOfRow } from '#server/catalog/units/row-units.ts'

/** A document's body without its side's spelling: what both sides' rules read. */
export type DocumentInput = SentMemo &
  SentRetention & {
    number: string
    proposed_number: string | null | undefined
    date: string
    due_date: string
    party_id: number
    branch_id: number
    /** Whose goods it moves: absent is the usual place, null the main one, as of documents before there were places. */
    place_id?: number | null | undefined
    currency_id: number
    tax_id: number
    /** For a foreign document. Absent leaves the stored rate, empty takes the rate of its day. */
    exchange_rate?: string | null | undefined
    total_base?: string | null | undefined
    /** The default for rows without one. */
    cost_center_id?: number | null | undefined
    status: string | undefined
    /** Standard or simplified. Null follows the kind of buyer. */
    audience?: Audience | null | undefined
    prices_include_tax?: boolean | undefined
    discount_amount?: string | null | undefined
    discount_percent?: string | null | undefined
    items: ItemInput[]
    /** The advance tax invoices it deducts; absent leaves the stored ones. */
    advances?: { advance_id: number; amount: string }[] | undefined
    version: number | undefined
  }
export type ItemInput = {
  product_id: number
  product_name?: string | null | undefined
  /** As it was sent in the unit of the row; in the product's own once the unit is known (`server/catalog/units/row-units.ts`). */
  quantity: string
  price: string
  tax_rate: string
  /** The row's own tax; null follows the document's. */
  tax_id?: number | null | undefined
  discount_amount?: string | null | undefined
  discount_percent?: string | null | undefined
  cost_center_id?: number | null | undefined
  /** The row of an order that it takes; null takes none. */
  order_line_id?: number | null | undefined
  /** The row of a goods note that it takes; null moves its goods itself. */
  goods_line_id?: number | null | undefined
  /** Why it may differ from its order or from what was received, and who accepted that. */
  difference_reason?: string | null | undefined
  difference_accepted_by?: number | null | undefined
  /** Its batches or serial numbers; null takes what expires first. */
  lots?: readonly SentLot[] | null | undefined
  /** What its goods cost, as an import says it: history is not computed again. */
  cost?: string | undefined
} & SentSpread &
  UnitOfRow

export function toDocumentInput(side: Side, body: Record<string, unknown>): DocumentInput {
  const { [side.numberField]: number, [side.dateField]: date, [side.partyField]: party_id, ...rest } = body
  return { ...rest, number, date, party_id } as DocumentInput
}

/** The way back: `number`, `date` and `party` as the side spells them. */
export function toSideFields<Row extends { number: unknown; date: unknown; party_id: unknown; party: unknown }>(
  side: Side,
  row: Row,
) {
  const { number, date, party_id, party, ...rest } = row
  return {
    ...rest,
    [side.numberField]: number,
    [side.dateField]: date,
    [side.partyField]: party_id,
    [side.party]: party,
  }
}
