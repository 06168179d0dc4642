import { expect, test } from 'vitest'
import { daysAgo, stockedProduct } from '../goods/moving-goods.ts'
import { type Client, createTestApp } from '../harness/api.ts'
import { createOrganization, expectOk, idOf, today } from '../harness/organization.ts'
import { clientWith } from '../harness/role.ts'

// Transfers in two steps: goods are sent, lie on the way, and are received in whole or part, or go back (decision 0255).

const app = await createTestApp()
const owner = await createOrganization(app)
const { branch } = owner.ids
const place = (name: string) => idOf(owner.post('/inventory/places', { name, branch_id: branch, status: 'active' }))
const [main, shop] = [await place('المستودع'), await place('المعرض')]

type Body = Record<string, unknown>
const of = (product_id: number, quantity: number | string) => [{ product_id, quantity }]
const send = (product: number, quantity: number | string, change: Body = {}, by: Client = owner) =>
  by.post('/inventory/transfers', {
    transfer_date: daysAgo(10),
    from_place_id: main,
    to_place_id: shop,
    in_transit: true,
    items: of(product, quantity),
    ...change,
  })
const receive = (id: number, product: number, quantity: number | string, change: Body = {}, by: Client = owner) =>
  by.post(`/inventory/transfers/${id}/receive`, { transfer_date: daysAgo(8), items: of(product, quantity), ...change })
const held = async (place_id: number, product: number, date = today()) => {
  const rows = expectOk(await owner.get(`/inventory/place-stock?place_id=${place_id}&date=${date}`)).body.data
  return (rows as { id: number; quantity: number }[]).find(({ id }) => id === product)?.quantity ?? 0
}
const transit = async () =>
  (expectOk(await owner.get('/inventory/places')).body.data as { id: number; is_transit: boolean }[]).find(
    (one) => one.is_transit,
  )?.id ?? 0
const books = async (product: number, date?: string) => {
  const way = await transit()
  return Promise.all([main, way, shop].map((one) => held(one, product, date)))
}
const read = async (id: number) => expectOk(await owner.get(`/inventory/transfers/${id}`)).body.data
const refusal = (reply: { status: number; body: { errors?: Body } }) => [
  reply.status,
  ...Object.keys(reply.body.errors ?? {}),
]

test('goods are on the way between the day they left and the day they came', async () => {
  const product = await stockedProduct(owner, 30, '10')
  const sent = expectOk(await send(product, 12)).body.data
  expect(sent).toMatchObject({
    status: 'sent',
    in_transit: true,
    to_place_id: shop,
    to_place: { id: shop },
    source: null,
  })
  expect(await books(product)).toEqual([18, 12, 0])
  const part = expectOk(await receive(sent.id, product, 5)).body.data
  expect(part).toMatchObject({ status: 'sent', items: [{ quantity: 12, open: 7 }] })
  expect(await books(product)).toEqual([18, 7, 5])
  const rest = expectOk(await receive(sent.id, product, 7, { transfer_date: daysAgo(5) })).body.data
  expect(rest).toMatchObject({ status: 'posted', items: [{ open: 0 }] })
  expect(rest.receipts).toHaveLength(2)
  expect(await books(product)).toEqual([18, 0, 12])
  expect(await Promise.all([9, 6].map((days) => books(product, daysAgo(days))))).toEqual([
    [18, 12, 0],
    [18, 7, 5],
  ])
  // The list finds it by the place it is meant for.
  const listed = expectOk(await owner.get(`/inventory/transfers?to_place_id=${shop}`)).body.data as { id: number }[]
  expect(listed.map(({ id }) => id)).toContain(sent.id)
})

test('what did not arrive goes back to who sent it', async () => {
  const product = await stockedProduct(owner, 30, '10')
  const { id } = expectOk(await send(product, 12)).body.data
  expectOk(await receive(id, product, 10))
  expect((await receive(id, product, 3)).body.errors).toEqual({ 'items.0.quantity': expect.stringContaining('Only 2') })
  expect(await read(id)).toMatchObject({ status: 'sent' })
  const back = expectOk(await receive(id, product, 2, { to_source: true })).body.data
  expect([back.status, back.receipts.at(-1).to_place.id]).toEqual(['posted', main])
  expect(await books(product)).toEqual([20, 0, 10])
})

test('a receipt is voided while its goods are there, and then the sending', async () => {
  const product = await stockedProduct(owner, 30, '10')
  const { id } = expectOk(await send(product, 12)).body.data
  const [receipt] = expectOk(await receive(id, product, 12)).body.data.receipts
  expect((await owner.remove(`/inventory/transfers/${id}`)).body.code).toBe('transfer_received')
  expectOk(await owner.remove(`/inventory/transfers/${receipt.id}`))
  expect(await read(id)).toMatchObject({ status: 'sent', items: [{ open: 12 }] })
  expectOk(await owner.remove(`/inventory/transfers/${id}`))
  expect(await books(product)).toEqual([30, 0, 0])
  expect((await receive(id, product, 1)).body.code).toBe('transfer_not_sent')
})

test('nothing is received before it was sent, twice, or of another product', async () => {
  const product = await stockedProduct(owner, 30, '10')
  const { id } = expectOk(await send(product, 12)).body.data
  const other = await stockedProduct(owner, 3, '10')
  expect(refusal(await receive(id, product, 1, { transfer_date: daysAgo(11) }))).toEqual([422, 'transfer_date'])
  expect(refusal(await receive(id, other, 1))).toEqual([422, 'items.0.product_id'])
  const twice = { items: [...of(product, 1), ...of(product, 1)] }
  expect(refusal(await receive(id, product, 1, twice))).toEqual([422, 'items.1.product_id'])
  const direct = expectOk(await send(product, 1, { in_transit: false })).body.data
  expect((await receive(direct.id, product, 1)).body.code).toBe('transfer_not_sent')
  // What is on the way is no place to send from or to.
  const way = await transit()
  expect(refusal(await send(product, 1, { from_place_id: way }))).toEqual([422, 'from_place_id'])
  expect(refusal(await send(product, 1, { to_place_id: way, in_transit: false }))).toEqual([422, 'to_place_id'])
  const options = expectOk(await owner.get('/inventory/places/list')).body.data as { id: number }[]
  expect(options.map(({ id: one }) => one)).toEqual([main, shop])
})

test('two who receive the last pieces at once receive them once', async () => {
  const product = await stockedProduct(owner, 30, '10')
  const { id } = expectOk(await send(product, 4)).body.data
  const replies = await Promise.all([1, 2, 3].map(() => receive(id, product, 4)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 422, 422])
  expect(await books(product)).toEqual([26, 0, 4])
})

test('a keeper sends from his place, and another receives into his', async () => {
  const product = await stockedProduct(owner, 30, '10')
  const [sender, receiver] = await Promise.all([
    clientWith(app, owner, ['transfer-stock']),
    clientWith(app, owner, ['transfer-stock', 'read-home']),
  ])
  const keep = async (client: Client, place_id: number) => {
    const me = expectOk(await client.get('/auth/session')).body.data.id
    const { name, email, role_id, status } = expectOk(await owner.get(`/users/${me}`)).body.data
    expectOk(await owner.post(`/users/${me}`, { name, email, role_id, status, place_ids: [place_id] }))
  }
  await keep(sender, main)
  await keep(receiver, shop)
  expect(refusal(await send(product, 6, { in_transit: false }, sender))).toEqual([422, 'to_place_id'])
  const { id } = expectOk(await send(product, 6, {}, sender)).body.data
  expect(refusal(await receive(id, product, 6, {}, sender))).toEqual([422, 'to_place_id'])
  const seen = expectOk(await receiver.get('/inventory/transfers?status=sent')).body.data as { id: number }[]
  expect(seen.map((one) => one.id)).toContain(id)
  expectOk(await receive(id, product, 6, {}, receiver))
  expect(await books(product)).toEqual([24, 0, 6])
})
