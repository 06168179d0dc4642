import { spreadNames } from '#contract/documents/spread-fields.ts'
import { decimal, text } from '#ledger/money.ts'
import type { DocumentInput, ItemInput } from '../document-input.ts'

/** A serial number without a quantity is one piece, a single batch all of its row. */
const lotsOf = ({ lots, quantity: whole }: ItemInput, figure: (value: string) => string) =>
  (lots ?? [])
    .map(({ number, expires_on = null, quantity }) => [
      number,
      expires_on,
      figure(quantity ?? (lots?.length === 1 ? whole : '1')),
    ])
    .sort(([one], [other]) => String(one).localeCompare(String(other)))

/** Everything that reaches the books or an order, in one comparable text. */
export function figuresOf({
  date,
  party_id,
  branch_id,
  currency_id,
  tax_id,
  items,
  advances,
  ...input
}: DocumentInput): string {
  const figure = (value: string) => text(decimal(value))
  const discount = ({ discount_amount, discount_percent }: Pick<ItemInput, 'discount_amount' | 'discount_percent'>) =>
    [discount_amount, discount_percent].map((value) => (value ? figure(value) : null))
  const rows = items.map((item) => [
    item.product_id,
    figure(item.quantity),
    item.product_unit_id ?? null,
    figure(item.price),
    figure(item.tax_rate),
    item.cost_center_id ?? null,
    item.tax_id ?? null,
    item.order_line_id ?? null,
    item.goods_line_id ?? null,
    item.difference_reason ?? null,
    lotsOf(item, figure),
    ...spreadNames.map((name) => item[name] ?? null),
    ...discount(item),
  ])
  const whole = [input.prices_include_tax ?? false, input.audience ?? null, input.place_id ?? null, ...discount(input)]
  const retention = [input.retention_percent ? figure(input.retention_percent) : null, input.retention_basis ?? null]
  const taken = (advances ?? []).map((row) => [row.advance_id, figure(row.amount)])
  return JSON.stringify([date, party_id, branch_id, currency_id, tax_id, rows, taken, whole, retention])
}
