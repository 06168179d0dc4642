import { addDays } from '#ledger/calendar/calendar.ts'
import type { Api } from './demo-api.ts'
import type { DemoProduct, Masters } from './demo-masters.ts'

/** What was offered and agreed lately: a quotation that ends soon, one that was accepted, one that became an order, and an order of ours. */
export async function seedOrders(api: Api, { branches, tax, customers, suppliers, products }: Masters, today: string) {
  const [first, second, third] = products as [DemoProduct, DemoProduct, DemoProduct]
  const row = (product: DemoProduct, quantity: number, price = product.sale_price) => ({
    ...{ product_id: product.id, quantity, price, tax_rate: 15 },
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
  const bought = { order_date: addDays(today, -3), wanted_on: addDays(today, 7), supplier_id: suppliers[0] }
  const purchase = await api.post('/purchase-orders', {
    ...order,
    ...bought,
    items: [row(first, 30, first.purchase_price)],
  })
  await api.post(`/purchase-orders/${purchase.id}/confirm`, {})
}
