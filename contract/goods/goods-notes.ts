import { z } from 'zod'
import { verbs } from '../crud-permissions.ts'
import { documentRecord, documentRow } from '../documents/document-record.ts'
import { sumsCall } from '../documents/list-sums.ts'
import { boolean, choice, date, id, optional, version } from '../fields/choice.ts'
import { exchangeRate, quantity, wire } from '../fields/decimal.ts'
import { lotsOfRow, lotsOfRowAnswer } from '../fields/lot-rows.ts'
import { instant, maybeText, nullable, nullableInt, reference } from '../fields/response-fields.ts'
import { note, textOf } from '../fields/text.ts'
import { partyAnswer } from '../heads.ts'
import { type Call, defineCall, defineResource, idParams, listCalls } from '../kit/resource.ts'
import { progresses } from '../orders/order-kinds.ts'
import { previewCall } from '../preview/posting-preview.ts'
import { unitOfRow, unitOfRowAnswer } from '../units/product-units.ts'
import { type GoodsKind, type GoodsKindName, goodsKinds } from './goods-kinds.ts'

const rowsMaximum = 500
const rowsOf = <Row extends z.ZodType>(row: Row) =>
  z
    .array(row, { error: () => 'too_few_rows' })
    .min(1, 'too_few_rows')
    .max(rowsMaximum, 'too_many_rows')
/** What never reaches the books, and may change at any time. */
const memo = { reference: optional(textOf(127)), notes: optional(note) }

const input = z.object({
  note_date: date,
  /** Absent: the branch of the order. */
  branch_id: optional(id),
  /** Where goods leave or arrive. Absent: the usual place of the user, the branch, the organization. */
  place_id: optional(id),
  /** Of a receipt in a foreign currency; absent: the rate of its day. */
  exchange_rate: optional(exchangeRate),
  ...memo,
  /** Rows of confirmed orders of one party, and how much of each moves. */
  items: rowsOf(z.object({ order_line_id: id, quantity, ...unitOfRow, ...lotsOfRow })),
})
export type GoodsNoteBody = z.output<typeof input>
const returnBody = z.object({
  note_date: date,
  /** Where they come back to, or leave from. Absent: the place of the note. */
  place_id: optional(id),
  ...memo,
  items: rowsOf(z.object({ goods_line_id: id, quantity, ...unitOfRow, ...lotsOfRow })),
})
export type GoodsReturnBody = z.output<typeof returnBody>

const rowFacts = {
  id: z.int(),
  number: z.string(),
  note_date: z.string(),
  is_return: z.boolean(),
  reference: maybeText,
  branch: reference,
  status: z.enum(['posted', 'void']),
  /** How much of it was invoiced, billed or returned, by quantity. */
  progress: z.enum(progresses),
  /** In base currency: what it moved at, and what of it waits for its document. */
  value: wire,
  open_value: wire,
}
const named = z.object({ id: z.int(), number: z.string() })
const link = named.extend({ kind: z.string(), date: z.string(), status: z.string() })
const item = z.object({
  id: z.int(),
  line_number: z.int(),
  product_id: z.int(),
  product_name: z.string(),
  product_name_en: maybeText,
  unit: maybeText,
  unit_en: maybeText,
  quantity: wire,
  ...unitOfRowAnswer,
  ...lotsOfRowAnswer,
  /** The product's own, in which what follows is counted. */
  base_unit: maybeText,
  base_unit_en: maybeText,
  /** What documents, drafts included, and returns took of the row, and what is left. */
  taken: wire,
  open: wire,
  order_line_id: z.int(),
  order: named,
  /** Of a return: the row that came back. */
  returned_line_id: nullableInt,
  value: wire,
})
const recordFacts = {
  ...rowFacts,
  branch_id: z.int(),
  place_id: nullableInt,
  place: nullable(reference),
  currency: documentRow.currency,
  exchange_rate: wire,
  notes: maybeText,
  created_at: instant,
  created_by: maybeText,
  version: z.int(),
  /** Why it cannot be taken back, as a refusal code; null while it can. */
  locked_because: maybeText,
  organization: documentRecord.organization,
  branch: documentRecord.branch,
  items: z.array(item),
  orders: z.array(link),
  documents: z.array(link),
  /** Of a return the notes it returns of; otherwise its returns. */
  returns: z.array(link),
}
const namedParty = partyAnswer.pick({ id: true, name: true, name_en: true })

const listed = (kind: GoodsKind) => ({
  search: ['number', 'reference', 'notes'],
  sort: ['number', 'note_date', 'party', kind.side.party, 'value', 'created_at'] as const,
  order: '-note_date',
})
/** `progress` asks for what still waits for its document: `open` is none and part. */
const filters = {
  status: choice(['posted', 'void']),
  progress: choice(['open', ...progresses]),
  is_return: boolean,
  date_from: date,
  date_to: date,
}
const exported = (kind: GoodsKind) => ({
  admission: [`list-${kind.entity}`],
  columns: [
    'number',
    'note_date',
    kind.side.party,
    'reference',
    'branch',
    'is_return',
    'status',
    'progress',
    'value',
    'open_value',
  ],
})

const { delivery_note, goods_receipt } = goodsKinds
const deliveries = defineResource('delivery_note', delivery_note.path, {
  permissions: verbs(delivery_note.entity),
  input,
  record: z.object({ customer_id: z.int(), customer: partyAnswer, ...recordFacts }),
  row: z.object({ customer_id: z.int(), customer: namedParty, ...rowFacts }),
  exported: exported(delivery_note),
  list: { ...listed(delivery_note), filter: { ...filters, customer_id: id } },
})
const receipts = defineResource('goods_receipt', goods_receipt.path, {
  permissions: verbs(goods_receipt.entity),
  input,
  record: z.object({ supplier_id: z.int(), supplier: partyAnswer, ...recordFacts }),
  row: z.object({ supplier_id: z.int(), supplier: namedParty, ...rowFacts }),
  exported: exported(goods_receipt),
  list: { ...listed(goods_receipt), filter: { ...filters, supplier_id: id } },
})

/** A note that is posted keeps its rows: an update changes what never reaches the books. Deleting takes it back by reversal. */
const memoBody = z.object({ ...memo, version })
export type GoodsMemo = z.output<typeof memoBody>
export const goodsNotes = { delivery_note: deliveries, goods_receipt: receipts } as const

const madeAnswer = z.object({ id: z.int(), kind: z.string() })

function callsOf(kind: GoodsKind) {
  const { calls, record } = goodsNotes[kind.name]
  const shared = { method: 'POST', kind: 'action', labels: kind.name } as const
  const { list, read, create, update, remove, export: exportCall } = calls
  return {
    list,
    read,
    create,
    update: defineCall({ ...update, body: memoBody }),
    remove,
    ...(exportCall && { export: exportCall }),
    preview: previewCall({ path: kind.path, labels: kind.name, admission: [`create-${kind.entity}`], body: input }),
    sums: sumsCall({
      path: kind.path,
      labels: kind.name,
      admission: [`list-${kind.entity}`],
      query: list.query as z.ZodObject,
    }),
    /** Goods come back before they are invoiced; afterwards a credit note takes them back. */
    returned: defineCall({
      ...shared,
      path: `${kind.path}/:id/return`,
      admission: [`create-${kind.entity}`],
      params: idParams,
      body: returnBody,
      answer: record as z.ZodObject,
    }),
    /** A draft of the invoice or the bill of all that still waits for it. */
    document: defineCall({
      ...shared,
      path: `${kind.path}/:id/${kind.document}`,
      admission: [`create-${kind.document}`],
      params: idParams,
      answer: madeAnswer,
    }),
    /** Moves all that is still open of an order, today. */
    ofOrder: defineCall({
      ...shared,
      path: `${kind.order.path}/:id/${kind.path.slice(1, -1)}`,
      admission: [`create-${kind.entity}`],
      params: idParams,
      body: z.object({ version }),
      answer: madeAnswer,
    }),
  }
}
export const goodsCalls = {
  delivery_note: callsOf(delivery_note),
  goods_receipt: callsOf(goods_receipt),
} as const satisfies Record<GoodsKindName, unknown>

export const allGoodsCalls: readonly Call[] = Object.values(goodsCalls).flatMap((own) => listCalls(own))
