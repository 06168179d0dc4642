import { expectOk, idOf, type Organization, today } from '../harness/organization.ts'

export type GoodsItem = {
  id: number
  product_id: number
  quantity: number
  taken: number
  open: number
  order_line_id: number
  value: number
}
export type OrderRow = {
  id: number
  product_id: number
  quantity: number
  taken: number
  delivered: number
  returned: number
  open: number
  undelivered: number
}
type Rows = readonly { product_id: number; quantity: number | string; price: number | string }[]

export const daysAgo = (days: number): string =>
  new Date(Date.parse(today()) - days * 86_400_000).toISOString().slice(0, 10)

let codes = 0
/** A product with stock that a bill of an earlier day bought. */
export async function stockedProduct(
  owner: Organization,
  quantity: number,
  price: string,
  day = daysAgo(40),
): Promise<number> {
  const { unit, category, supplier, branch, currency, tax } = owner.ids
  const product_id = await idOf(
    owner.post('/products', {
      product_type_id: 1,
      product_category_id: category,
      unit_id: unit,
      sale_price: '60',
      purchase_price: '40',
      apply_tax: true,
      quantity: '0',
      status: 'active',
      code: `GN${++codes}-${crypto.randomUUID().slice(0, 6)}`,
      name: 'بضاعة تُسلَّم',
    }),
  )
  if (quantity === 0) return product_id
  const bill = {
    bill_number: crypto.randomUUID(),
    bill_date: day,
    due_date: day,
    supplier_id: supplier,
    branch_id: branch,
    currency_id: currency,
    tax_id: tax,
    status: 'sent',
    items: [{ product_id, quantity, price, tax_rate: 15 }],
  }
  expectOk(await owner.post('/bills', bill))
  return product_id
}

/** A confirmed order of goods, and the calls that follow it. */
export async function confirmedOrder(
  owner: Organization,
  kind: 'sales-orders' | 'purchase-orders',
  rows: Rows,
  change: object = {},
) {
  const { customer, supplier, branch, currency, tax } = owner.ids
  const path = `/${kind}/${await idOf(
    owner.post(`/${kind}`, {
      ...(kind === 'sales-orders' ? { customer_id: customer } : { supplier_id: supplier }),
      order_date: daysAgo(30),
      branch_id: branch,
      currency_id: currency,
      tax_id: tax,
      items: rows.map((row) => ({ ...row, tax_rate: 15 })),
      ...change,
    }),
  )}`
  expectOk(await owner.post(`${path}/confirm`, {}))
  const rowsOf = async (): Promise<OrderRow[]> => expectOk(await owner.get(path)).body.data.items
  return { path, rows: rowsOf, ids: (await rowsOf()).map(({ id }) => id) }
}

/** A note with what is read of it. */
export async function noteOf(owner: Organization, path: string) {
  return expectOk(await owner.get(path)).body.data as {
    number: string
    value: number
    open_value: number
    items: GoodsItem[]
  } & Record<string, unknown>
}
