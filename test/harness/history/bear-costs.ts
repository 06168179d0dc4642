import { billBody } from '../bodies.ts'
import { callsOf, type Organization } from '../organization.ts'

/** Freight of one bill over the goods of another by value, and of another by weight over a goods receipt; one that is taken back. */
export async function bearCosts(owner: Organization, goodsBill: number, date: string): Promise<void> {
  const { post, get } = callsOf(owner)
  const items = [{ product_id: owner.ids.service, quantity: 1, price: 99.99, tax_rate: 15 }]
  const freight = async () => (await post('/bills', billBody(owner, { bill_date: date, due_date: date, items }))).id
  const land = async (bill: number, body: object) =>
    post(`/bills/${bill}/landed-costs`, { line_number: 1, date, basis: 'value', ...body })
  const goods = [{ bill_id: goodsBill, line_number: 1 }]
  await land(await freight(), { goods })
  const inParts = await freight()
  await land(inParts, { goods, amount: 33.33 })
  await land(inParts, { goods, amount: 11.11 })
  const { landed } = await land(await freight(), { goods })
  await post(`/landed-costs/${landed[0].id}/void`, {})
  const [receipt] = await get('/goods-receipts')
  const weighed = [{ goods_receipt_id: receipt.id, line_number: 1, weight: 12.5 }]
  await land(await freight(), { basis: 'weight', goods: [...weighed, { ...goods[0], weight: 3 }] })
}
