import { choice } from '#contract/fields/choice.ts'
import { code } from '#contract/fields/text.ts'
import type { OrderKind } from '#contract/orders/order-kinds.ts'
import { orders } from '#contract/orders/orders.ts'
import type { Context } from '#server/core/context.ts'
import { sentFields } from '#server/core/sent-fields.ts'
import { bringOrder, takeBackOrder } from '#server/orders/bring-order.ts'
import { toOrderInput } from '#server/orders/order-input.ts'
import { type UnitsOfRows, unitsOfRows } from '../lookup/row-units-of-files.ts'
import type { ImportBody, ImportBook, ImportRules } from './import-kind.ts'
import { costCenterNames, partyNames, productNames, usualPlaces } from './look-ups.ts'
import { numberedBook } from './numbered-book.ts'
import { type RowTaxes, rowTaxes } from './row-taxes.ts'

/** Quotations or orders that are still open, with their rows, in the state that the file says. */
export const orderImport = (kind: OrderKind): ImportRules => ({
  schema: orders[kind.name].input.extend({ number: code, status: choice(kind.states).optional() }),
  groupBy: ['number', kind.side.partyField, 'order_date'],
  rowsOf: 'items',
  order: 'ordered',
  open: (context) => openOrders(context, kind),
  undo: (context, { id }) => takeBackOrder(context, kind, id),
})

async function openOrders(context: Context, kind: OrderKind): Promise<ImportBook> {
  const [parties, products, centers, places, taxes, units, stored] = await Promise.all([
    partyNames(context, kind.side.party),
    productNames(context),
    costCenterNames(context),
    usualPlaces(context),
    rowTaxes(context),
    unitsOfRows(context),
    context.db.selectFrom('orders').select(['id', 'number']).where('kind', '=', kind.name).execute(),
  ])
  return {
    ...numberedBook(
      'number',
      stored.map((row) => [row.id, row.number] as const),
    ),
    resolve: {
      ...places.resolve,
      [kind.side.partyField]: parties.find,
      product_id: products.find,
      cost_center_id: centers.find,
      tax_rate: taxes.read,
    },
    bodyOf: (rows) => bodyOf(kind, rows, places.usual, { taxOf: taxes.of, unitOf: units.of }),
    create: async (again, { number, status, ...body }: ImportBody) => {
      const id = await bringOrder(again, kind, toOrderInput(kind, body), {
        number: String(number),
        state: typeof status === 'string' ? status : 'draft',
      })
      return [{ resource: kind.name, id, before: null }]
    },
  }
}

/** The tax of the first row is that of the order; a row of another rate names its own. */
type RowRules = { taxOf: RowTaxes['of']; unitOf: UnitsOfRows['of'] }
function bodyOf(
  kind: OrderKind,
  rows: readonly ImportBody[],
  usual: ImportBody,
  { taxOf, unitOf }: RowRules,
): ImportBody {
  const [first = {}] = rows
  const { side, untilField } = kind
  const { currency_id, branch_id, place_id, po_number, payment_terms, notes, status } = first
  const { id: tax_id } = taxOf(first.tax_rate)
  return {
    ...usual,
    ...sentFields({ currency_id, branch_id, place_id, po_number, payment_terms, notes, status }),
    number: first.number,
    order_date: first.order_date,
    tax_id,
    [side.partyField]: first[side.partyField],
    ...sentFields({ [untilField]: first[untilField] }),
    ...sentFields({
      discount_amount: first.document_discount_amount,
      discount_percent: first.document_discount_percent,
    }),
    prices_include_tax: first.prices_include_tax,
    items: rows.map((row) => {
      const { rate, id } = taxOf(row.tax_rate)
      const { product_name, cost_center_id, discount_amount, discount_percent } = row
      return {
        product_id: row.product_id,
        quantity: row.quantity,
        ...unitOf(row),
        price: row.price,
        tax_rate: rate,
        ...sentFields({ product_name, cost_center_id, ...(id !== tax_id && { tax_id: id }) }),
        ...sentFields({ discount_amount, discount_percent }),
      }
    }),
  }
}
