import { expect, test } from 'vitest'
import { daysAgo, stockedProduct } from '../goods/moving-goods.ts'
import { createTestApp } from '../harness/api.ts'
import { createOrganization, expectOk, idOf, invoiceBody, today } from '../harness/organization.ts'

// Transfers and sales of the last pieces of a product at once: no place below nothing, and no piece lost.

const each = 24
const pieces = 30

test('transfers and sales at once take each piece once, and leave no place with less than nothing', async () => {
  const app = await createTestApp()
  const owner = await createOrganization(app)
  const { branch } = owner.ids
  const place = (name: string) => idOf(owner.post('/inventory/places', { name, branch_id: branch, status: 'active' }))
  const [main, shop] = [await place('المستودع'), await place('المعرض')]
  const product = await stockedProduct(owner, pieces, '10')
  const items = [{ product_id: product, quantity: 1 }]
  const moved = (from_place_id: number, to_place_id: number) =>
    owner.post('/inventory/transfers', { transfer_date: daysAgo(5), from_place_id, to_place_id, items })
  const sold = (place_id: number) =>
    owner.post(
      '/invoices',
      invoiceBody(owner, {
        invoice_date: daysAgo(3),
        due_date: today(),
        place_id,
        items: [{ product_id: product, quantity: 1, price: 60, tax_rate: 15 }],
      }),
    )
  const sales: ReturnType<typeof sold>[] = []
  const transfers: ReturnType<typeof moved>[] = []
  for (let index = 0; index < each; index++) {
    transfers.push(index % 3 === 2 ? moved(shop, main) : moved(main, shop))
    sales.push(sold(index % 2 === 0 ? shop : main))
  }
  const replies = { sales: await Promise.all(sales), transfers: await Promise.all(transfers) }
  const countOf = (list: readonly { status: number }[]) =>
    Object.fromEntries([...Map.groupBy(list, ({ status }) => status)].map(([status, own]) => [status, own.length]))
  // What is refused says that there is too little, or that the server is busy.
  for (const { status, body } of [...replies.sales, ...replies.transfers])
    if (status !== 200) expect([409, 422, 429, 503], JSON.stringify(body)).toContain(status)
  const left = async (id: number) => {
    const { data } = expectOk(await owner.get(`/inventory/place-stock?place_id=${id}&date=${today()}`)).body
    return Number((data as { id: number; quantity: number }[]).find((row) => row.id === product)?.quantity ?? 0)
  }
  const [inMain, inShop] = [await left(main), await left(shop)]
  const gone = countOf(replies.sales)[200] ?? 0
  expect(Math.min(inMain, inShop)).toBeGreaterThanOrEqual(0)
  expect(inMain + inShop + gone).toBe(pieces)
  expect(expectOk(await owner.get(`/products/${product}`)).body.data.quantity).toBe(pieces - gone)
  expect(gone).toBeGreaterThan(0)
})
