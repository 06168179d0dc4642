import { bodies } from '../harness/bodies.ts'
import { expectOk, idOf, type Organization } from '../harness/organization.ts'

/** A quotation that became an order, which was invoiced twice: the first invoice is void. */
export async function takeOrders(owner: Organization): Promise<void> {
  const made = async (path: string) => expectOk(await owner.post(path, {})).body.data.id as number
  const quotation = await idOf(owner.post('/quotations', await bodies.quotations(owner)))
  await made(`/quotations/${quotation}/send`)
  const order = await made(`/quotations/${quotation}/sales-order`)
  await made(`/sales-orders/${order}/confirm`)
  const first = await made(`/sales-orders/${order}/invoice`)
  await made(`/invoices/${first}/confirm`)
  expectOk(await owner.remove(`/invoices/${first}`))
  await made(`/invoices/${await made(`/sales-orders/${order}/invoice`)}/confirm`)
}
