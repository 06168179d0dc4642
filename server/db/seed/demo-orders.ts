import { addDays } from '#ledger/calendar/calendar.ts'
import { decimal, text } from '#ledger/money.ts'
import type { Api } from './demo-api.ts'
import type { DemoProduct, Masters } from './demo-masters.ts'

/**
 * What was offered and agreed lately: a quotation that ends soon, one that was accepted, one that became an order of which a part was delivered
 * and invoiced, an order of ours of which a part was received and billed, and another that is on its way.
 */
export async function seedOrders(api: Api, masters: Masters, today: string) {
  const { branches, tax, customers, suppliers, products } = masters
  const [first, second, third] = products as [DemoProduct, DemoProduct, DemoProduct]
  const row = (product: DemoProduct, quantity: number, price = product.sale_price) => ({
    product_id: product.id,
    quantity,
    price,
    tax_rate: 15,
  })
  const order = { branch_id: branches[0], currency_id: 1, tax_id: tax }
  const offer = async (age: number, customer: number | undefined, items: object[]) => {
    const days = { order_date: addDays(today, -age), valid_until: addDays(today, 30 - age) }
    const { id } = await api.post('/quotations', { ...order, ...days, customer_id: customer, items })
    await api.post(`/quotations/${id}/send`, {})
    return `/quotations/${id}`
  }
  await offer(25, customers[0], [row(first, 4), row(second, 10)])
  const accepted = await offer(6, customers[1], [row(third, 2)])
  await api.post(`${accepted}/accept`, { answered_by: 'نورة العتيبي' })
  const ordered = await offer(12, customers[2], [row(second, 20), row(third, 3)])
  const { id } = await api.post(`${ordered}/sales-order`, {})
  await api.post(`/sales-orders/${id}/confirm`, {})
  await moveGoods(api, { order: `/sales-orders/${id}`, notes: '/delivery-notes', document: 'invoice' }, today)
  const buy = async (age: number, supplier: number | undefined, items: object[]) => {
    const days = { order_date: addDays(today, -age), wanted_on: addDays(today, 10 - age) }
    const purchase = await api.post('/purchase-orders', { ...order, ...days, supplier_id: supplier, items })
    await api.post(`/purchase-orders/${purchase.id}/confirm`, {})
    return `/purchase-orders/${purchase.id}`
  }
  await buy(3, suppliers[0], [row(first, 30, first.purchase_price)])
  const received = await buy(12, suppliers[1], [row(second, 40, second.purchase_price)])
  const receipt = await moveGoods(api, { order: received, notes: '/goods-receipts', document: 'bill' }, today)
  await spreadFreight(api, masters, receipt, addDays(today, -4))
  const disputed = await buy(9, suppliers[2], [row(third, 8, third.purchase_price)])
  await billDearer(api, disputed, today)
}

/** The supplier charges more than was agreed: the bill waits as a draft for an answer to its difference. */
async function billDearer(api: Api, order: string, today: string): Promise<void> {
  const { items: rows } = await api.get<{ items: { id: number; quantity: number }[] }>(order)
  const items = rows.map(({ id, quantity }) => ({ order_line_id: id, quantity }))
  const { id: receipt } = await api.post('/goods-receipts', { note_date: addDays(today, -3), items })
  const { id } = await api.post(`/goods-receipts/${receipt}/bill`, {})
  type Draft = { bill_number: string; items: Record<string, unknown>[] } & Record<string, unknown>
  const draft = await api.get<Draft>(`/bills/${id}`)
  const dearer = (price: unknown) => text(decimal(String(price)).plus(6))
  await api.post(`/bills/${id}`, {
    ...Object.fromEntries(billFields.map((field) => [field, draft[field]])),
    items: draft.items.map((row) => ({
      product_id: row.product_id,
      quantity: row.quantity,
      price: dearer(row.price),
      tax_rate: row.tax_rate,
      order_line_id: row.order_line_id,
      goods_line_id: row.goods_line_id,
    })),
  })
}
const billFields = [
  'bill_number',
  'bill_date',
  'due_date',
  'supplier_id',
  'branch_id',
  'currency_id',
  'tax_id',
  'status',
]

/** Prices of two customers by quantity, and a reduction for everyone that ends. */
export async function seedPriceLists(api: Api, { customers, products }: Masters, today: string): Promise<void> {
  const [first, second, third] = products as [DemoProduct, DemoProduct, DemoProduct]
  const list = { currency_id: 1, status: 'active' }
  await api.post('/price-lists', {
    ...list,
    name: 'أسعار الجملة',
    name_en: 'Wholesale',
    audience: 'customers',
    customers: customers.slice(0, 2).map((customer_id) => ({ customer_id })),
    items: [first, second].flatMap(({ id: product_id }) => [
      { product_id, percent_off: 5 },
      { product_id, from_quantity: 10, percent_off: 12 },
    ]),
  })
  await api.post('/price-lists', {
    ...list,
    name: 'تخفيض الموسم',
    name_en: 'Season',
    audience: 'everyone',
    ends_on: addDays(today, 20),
    items: [{ product_id: third.id, price: third.sale_price }],
  })
}

/** Goods of which less is there than there should be: one press orders them from whom they were last bought. */
export async function seedReorderPoints(api: Api, { products }: Masters): Promise<void> {
  const goods = products.filter(({ kind, left }) => kind === 'goods' && left > 0).slice(3, 7)
  for (const [index, { id }] of goods.entries()) {
    const { version: _, img: __, ...stored } = await api.get<Record<string, unknown>>(`/products/${id}`)
    const filled = Object.fromEntries(Object.entries(stored).filter(([, value]) => value !== null))
    const reorder_point = Math.ceil(Number(stored.quantity) / 10) * 10 + 10
    await api.post(`/products/${id}`, {
      ...filled,
      quantity: String(stored.quantity),
      reorder_point,
      ...(index % 2 === 0 && { reorder_quantity: 50 }),
    })
  }
}

/** A customer near his limit: what he owes and ordered, and a little more. */
export async function seedCreditLimit(api: Api, { customers: [, , customer] }: Masters): Promise<void> {
  const { avatar: _, version: __, ...record } = await api.get<Record<string, unknown>>(`/customers/${customer}`)
  const { exposure } = await api.get<{ exposure: number }>(`/customers/${customer}/credit`)
  const values = Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null))
  await api.post(`/customers/${customer}`, {
    ...values,
    credit_limit: Math.max(Math.ceil(exposure / 5000) * 5000, 5000),
  })
}

type Chain = { order: string; notes: string; document: 'invoice' | 'bill' }

/** Half of each row moves five days ago and is invoiced or billed; a part of the rest moves later and waits. */
async function moveGoods(api: Api, { order, notes, document }: Chain, today: string): Promise<number> {
  const { items: rows } = await api.get<{ items: { id: number; quantity: number }[] }>(order)
  const move = async (age: number, share: number) => {
    const moved = rows.map(({ id, quantity }) => ({ order_line_id: id, quantity: Math.ceil(quantity * share) }))
    const { id } = await api.post(notes, { note_date: addDays(today, -age), items: moved })
    return id
  }
  const first = await move(5, 0.5)
  const { id } = await api.post(`${notes}/${first}/${document}`, {})
  await api.post(`/${document}s/${id}/confirm`, {})
  await move(1, 0.25)
  return first
}

/** The freight of a receipt, from a bill of its own: the goods bear it. */
async function spreadFreight(api: Api, { branches, tax, suppliers }: Masters, receipt: number, date: string) {
  const [[unit], [category]] = await Promise.all([api.list('/units/list'), api.list('/product-categories/list')])
  const service = await api.post('/products', {
    code: 'FR-1',
    name: 'شحن بضاعة واردة',
    name_en: 'Freight of goods',
    product_type_id: 2,
    unlimited_quantity: true,
    unit_id: unit?.id,
    product_category_id: category?.id,
    sale_price: '640',
    purchase_price: '640',
    apply_tax: true,
    status: 'active',
  })
  const { id } = await api.post('/bills', {
    bill_number: `FR-${date.slice(2, 7)}`,
    bill_date: date,
    due_date: addDays(date, 30),
    supplier_id: suppliers[2],
    branch_id: branches[0],
    currency_id: 1,
    tax_id: tax,
    notes: 'شحن البضاعة المستلمة',
    items: [{ product_id: service.id, quantity: 1, price: 640, tax_rate: 15 }],
  })
  const goods = [{ goods_receipt_id: receipt, line_number: 1 }]
  await api.post(`/bills/${id}/landed-costs`, { line_number: 1, date, basis: 'value', goods })
}
