import { fieldOf, purchases, type Side, sales } from '#contract/documents/sides.ts'
import { type SentSpread, spreadNames } from '#contract/documents/spread-fields.ts'
import { orderKinds } from '#contract/orders/order-kinds.ts'
import type { RecurringKindName } from '#contract/schedules/recurring.ts'
import { addDays, addMonths, shiftedEnd } from '#ledger/calendar/calendar.ts'
import { statedQuantity } from '#server/catalog/units/row-units.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { DocumentInput } from '#server/documents/document-input.ts'
import { documentSeries } from '#server/documents/document-number.ts'
import { storedInput } from '#server/documents/load-document-input.ts'
import { readDocumentOfKind } from '#server/documents/read-document.ts'
import { createFromInput } from '#server/documents/save-document.ts'
import { peekNumber } from '#server/journal/posting/number-series.ts'
import { createManualEntry } from '#server/manual-entries/create-manual-entry.ts'
import { manualSeries } from '#server/manual-entries/manual-entry-rows.ts'
import { readManualEntry } from '#server/manual-entries/read-manual-entry.ts'
import { actOnOrder } from '#server/orders/act-on-order.ts'
import type { OrderInput } from '#server/orders/order-input.ts'
import { readOrder } from '#server/orders/read-order.ts'
import { createOrder } from '#server/orders/save-order.ts'
import { lockOrder, orderInputOf, orderLines } from '#server/orders/stored-order.ts'
import type { StoredRecurring } from './recurring-rows.ts'

/** The repeated content of a record, and its name in lists. */
type Content = {
  content: object
  source_number: string
  name: string | null
  name_en: string | null
  total: string
  currency_id: number
}
const sides: Record<'invoice' | 'bill', Side> = { invoice: sales, bill: purchases }

export async function contentOf(context: Context, kind: RecurringKindName, id: number): Promise<Content> {
  if (kind === 'journal_entry') return entryContent(context, id)
  return kind === 'purchase_order' ? orderContent(context, id) : documentContent(context, kind, id)
}

/** What a row says again; what it took of an order or a receipt it took once. */
const repeatedFields = [
  'product_id',
  'product_name',
  'quantity',
  'product_unit_id',
  'price',
  'tax_rate',
  'tax_id',
  'discount_amount',
  'discount_percent',
  'cost_center_id',
  ...spreadNames,
] as const

/** As they would be sent: what a unit holds is asked when the document is made. */
const repeatedRows = (items: DocumentInput['items']) =>
  items
    .map((item) => ({ ...item, quantity: statedQuantity(item) }))
    .map((item) => Object.fromEntries(repeatedFields.map((name) => [name, item[name]])))

async function documentContent(context: Context, kind: 'invoice' | 'bill', id: number): Promise<Content> {
  const [input, shown] = await Promise.all([
    storedInput(context, sides[kind], id),
    readDocumentOfKind(context, kind, id),
  ])
  if (shown.state === 'void') throw new Refusal('document_void')
  const items = repeatedRows(input.items)
  // Days of supply and of release belong to one document, a rate to one day, an advance is taken off once.
  const { exchange_rate: _, total_base: __, advances: ___, ...rest } = input
  return {
    content: { ...rest, items, supply_date: null, supply_end_date: null, retention_release_date: null },
    source_number: shown.number,
    name: shown.party.name,
    name_en: shown.party.name_en,
    total: shown.total,
    currency_id: shown.currency_id,
  }
}

async function orderContent(context: Context, id: number): Promise<Content> {
  const kind = orderKinds.purchase_order
  const shown = await readOrder(context, kind, id)
  const {
    order_date: _,
    until_date: __,
    items,
    ...rest
  } = orderInputOf(await lockOrder(context, kind, id, undefined), await orderLines(context, id))
  const { name, name_en } = fieldOf<{ name: string; name_en: string | null }>(shown, kind.side.party)
  return {
    content: { ...rest, items: repeatedRows(items) },
    source_number: shown.number,
    name,
    name_en,
    total: shown.total,
    currency_id: rest.currency_id,
  }
}

async function entryContent(context: Context, id: number): Promise<Content> {
  const { branch_id, currency_id, description, lines, number, amount, is_void } = await readManualEntry(context, id)
  if (is_void) throw new Refusal('document_void')
  return {
    content: {
      branch_id,
      currency_id,
      description,
      lines: lines.map(
        ({ account_id, cost_center_id, customer_id, supplier_id, debit, credit, description: about }) => ({
          account_id,
          cost_center_id,
          customer_id,
          supplier_id,
          debit,
          credit,
          description: about,
        }),
      ),
    },
    source_number: number,
    name: description,
    name_en: null,
    total: amount,
    currency_id,
  }
}

/** Makes the record of one day by the rules of a request. Answers its id. */
export async function makeRecord(context: Context, row: StoredRecurring, day: string): Promise<number> {
  const { kind, content, save_as } = row
  if (kind === 'journal_entry') {
    const journal_number = await peekNumber(context.db, manualSeries(day))
    const status = save_as === 'draft' ? ('draft' as const) : ('posted' as const)
    const own = { journal_number, proposed_number: journal_number, journal_date: day, status }
    return createManualEntry(context, { ...(content as object), ...own } as Parameters<typeof createManualEntry>[1])
  }
  if (kind === 'purchase_order') return makeOrder(context, row, day)
  const side = sides[kind]
  // A supplier's number is known only to the supplier: until it is typed, the day tells them apart.
  const number =
    kind === 'bill'
      ? `${row.source_number} / ${day}`.slice(-50)
      : await peekNumber(context.db, documentSeries('invoice', day))
  const own = { number, proposed_number: number, date: day, due_date: addDays(day, row.due_days) }
  const status = save_as === 'draft' ? 'draft' : side.postedStatus
  const items = movedSpreads(content, day)
  const input = {
    ...content,
    items,
    ...own,
    status,
    version: undefined,
    advances: undefined,
  } as DocumentInput
  return createFromInput(context, side, input)
}

async function makeOrder(context: Context, { content, save_as, due_days }: StoredRecurring, day: string) {
  const kind = orderKinds.purchase_order
  const days = { order_date: day, until_date: addDays(day, due_days) }
  const id = await createOrder(context, kind, { ...(content as OrderInput), ...days })
  if (save_as === 'confirmed') await actOnOrder(context, kind, 'confirm', id, {})
  return id
}

type SpreadContent = { date?: string; items?: SentSpread[] }

/** Months of rows move with the document: as far from its month as they were. The last day of a month stays a last day. */
function movedSpreads({ date, items = [] }: SpreadContent, day: string): SentSpread[] {
  const months = date ? monthsBetween(date, day) : 0
  const moved = (of: string | null | undefined) => (of ? addMonths(of, months) : of)
  const movedEnd = (of: string | null | undefined) => (of ? shiftedEnd(of, months) : of)
  return items.map((row) => ({ ...row, spread_from: moved(row.spread_from), spread_to: movedEnd(row.spread_to) }))
}

const monthsBetween = (a: string, b: string): number =>
  (Number(b.slice(0, 4)) - Number(a.slice(0, 4))) * 12 + Number(b.slice(5, 7)) - Number(a.slice(5, 7))
