import type { OrderKind } from '#contract/orders/order-kinds.ts'
import type { DocumentInput, ItemInput } from '#server/documents/document-input.ts'

/** The body of an order without its kind's spelling. Its rows and references are those of a document, and so are their rules. */
export type OrderInput = Pick<
  DocumentInput,
  | 'party_id'
  | 'branch_id'
  | 'place_id'
  | 'currency_id'
  | 'tax_id'
  | 'cost_center_id'
  | 'prices_include_tax'
  | 'discount_amount'
  | 'discount_percent'
> & {
  order_date: string
  until_date?: string | null | undefined
  po_number?: string | null | undefined
  payment_terms?: string | null | undefined
  notes?: string | null | undefined
  items: ItemInput[]
  version?: number | undefined
}

export function toOrderInput({ side, untilField }: OrderKind, body: Record<string, unknown>): OrderInput {
  const { [side.partyField]: party_id, [untilField]: until_date, ...rest } = body
  return { ...rest, party_id, until_date } as OrderInput
}

/** The way back: the party and the last day as the kind spells them. */
export function toKindFields<Row extends { party_id: unknown; party: unknown; until_date: unknown }>(
  { side, untilField }: OrderKind,
  { party_id, party, until_date, ...rest }: Row,
) {
  return { ...rest, [side.partyField]: party_id, [side.party]: party, [untilField]: until_date }
}

/** As a document of its day, for the rules of rows, references and totals that both have. */
export const asDocument = (input: OrderInput): DocumentInput => ({
  number: '',
  proposed_number: undefined,
  status: undefined,
  version: undefined,
  date: input.order_date,
  due_date: input.order_date,
  party_id: input.party_id,
  branch_id: input.branch_id,
  place_id: input.place_id,
  currency_id: input.currency_id,
  tax_id: input.tax_id,
  cost_center_id: input.cost_center_id,
  prices_include_tax: input.prices_include_tax,
  discount_amount: input.discount_amount,
  discount_percent: input.discount_percent,
  items: input.items,
})
