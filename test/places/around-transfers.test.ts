import { beforeAll, expect, test } from 'vitest'
import { daysAgo, stockedProduct } from '../goods/moving-goods.ts'
import { type Client, createTestApp } from '../harness/api.ts'
import { fileUpload } from '../harness/multipart.ts'
import { createOrganization, expectOk, idOf, today } from '../harness/organization.ts'
import { clientWith, withSuperuser } from '../harness/role.ts'

// What follows from transfers between places: the task on the home page, the report of what is on the way, attachments and webhooks.

const app = await createTestApp(undefined, undefined, { WEBHOOK_NETWORKS: '127.0.0.0/8' })
const owner = await createOrganization(app)
const { branch } = owner.ids
const place = (name: string) => idOf(owner.post('/inventory/places', { name, branch_id: branch, status: 'active' }))
const [main, shop, van] = [await place('المستودع'), await place('المعرض'), await place('السيارة')]
const product = await stockedProduct(owner, 30, '10')
const { version: _, ...profile } = expectOk(await owner.get('/organization/show')).body.data
expectOk(await owner.post('/organization/update', { ...profile, uses_places: true }))

const pdf = Buffer.from('%PDF-1.7\n% the note of the driver\n')
const send = (to_place_id: number, quantity: number, change: object = {}) =>
  idOf(
    owner.post('/inventory/transfers', {
      transfer_date: daysAgo(10),
      from_place_id: main,
      to_place_id,
      in_transit: true,
      items: [{ product_id: product, quantity }],
      ...change,
    }),
  )
const receive = (id: number, quantity: number, day = daysAgo(8)) =>
  owner.post(`/inventory/transfers/${id}/receive`, {
    transfer_date: day,
    items: [{ product_id: product, quantity }],
  })
const permissions = ['read-home', 'transfer-stock', 'list-reports', 'read-report-goods-in-transit', 'manage-webhooks']
let keeper: Client
beforeAll(async () => {
  keeper = await clientWith(app, owner, permissions)
  const me = expectOk(await keeper.get('/auth/session')).body.data.id
  const { name, email, role_id, status } = expectOk(await owner.get(`/users/${me}`)).body.data
  expectOk(await owner.post(`/users/${me}`, { name, email, role_id, status, place_ids: [shop] }))
})
const waiting = async (by: Client) => {
  const { attention } = expectOk(await by.get('/reports/home')).body.data
  const { data } = expectOk(await by.get('/inventory/transfers?to_receive=1')).body
  return [attention.transfers_to_receive, data.map(({ id }: { id: number }) => id)]
}
type Row = { style: string; label: { name: string }; figures: Record<string, number> }
const report = async (by: Client, to = today()) => {
  const { rows } = expectOk(await by.get(`/reports/goods-in-transit?to=${to}`)).body.data as { rows: Row[] }
  return rows.map(({ style, figures }) => [style, figures.days, figures.quantity, figures.value])
}
test('the home page counts what is on its way to the places of the user, and the list shows the same', async () => {
  const [toShop, toVan] = [await send(shop, 12), await send(van, 6)]
  await send(shop, 1, { in_transit: false })
  expect(await waiting(owner)).toEqual([2, [toVan, toShop]])
  expect(await waiting(keeper)).toEqual([1, [toShop]])
  const other = await clientWith(app, owner, ['read-home'])
  expect(expectOk(await other.get('/reports/home')).body.data.attention.transfers_to_receive).toBe(0)
  expectOk(await receive(toShop, 5))
  expect(await waiting(keeper)).toEqual([1, [toShop]])
  expectOk(await receive(toShop, 7))
  expect(await waiting(keeper)).toEqual([0, []])
  expect(await waiting(owner)).toEqual([1, [toVan]])
})

test('the report says at each day what was on the way, worth what the place in transit is', async () => {
  expect(await report(owner, daysAgo(11))).toEqual([])
  expect(await report(owner, daysAgo(9))).toEqual([
    ['line', 1, 12, 120],
    ['line', 1, 6, 60],
    ['total', undefined, undefined, 180],
  ])
  expect(await report(owner)).toEqual([
    ['line', 10, 6, 60],
    ['total', undefined, undefined, 60],
  ])
  const { rows } = expectOk(await owner.get(`/reports/stock-by-place?to=${daysAgo(9)}&whole=true`)).body.data
  const transit = rows.find((row: Row) => row.style === 'subtotal' && row.label.name === 'بضاعة في الطريق')
  expect(transit.figures.value).toBe(180)
})

test('a keeper reads in the report what goes to his places', async () => {
  expect(await report(keeper, daysAgo(9))).toEqual([
    ['line', 1, 12, 120],
    ['total', undefined, undefined, 120],
  ])
  expect(await report(keeper)).toEqual([])
})

test('a void sending was never on the way, and a void receipt makes it so again', async () => {
  const sent = await send(shop, 3)
  const before = (await report(owner)).length
  const receipt = expectOk(await receive(sent, 3)).body.data.receipts[0].id
  expect(await report(owner)).toHaveLength(before - 1)
  expectOk(await owner.remove(`/inventory/transfers/${receipt}`))
  expect(await report(owner)).toHaveLength(before)
  expectOk(await owner.remove(`/inventory/transfers/${sent}`))
  expect(await report(owner)).toHaveLength(before - 1)
  expect(await report(owner, daysAgo(9))).not.toContainEqual(['line', 1, 3, 30])
})

test('files are attached to a transfer by who moves goods, and only of the own places', async () => {
  const [toShop, toVan] = [await send(shop, 1), await send(van, 1)]
  const add = (id: number, by: Client) =>
    by.ask('POST', `/inventory/transfers/${id}/attachments`, fileUpload('attached_file', 'n.pdf', pdf))
  expect((await add(toShop, keeper)).status).toBe(200)
  expect((await add(toVan, keeper)).status).toBe(404)
  expect((await keeper.get(`/inventory/transfers/${toVan}/attachments`)).status).toBe(404)
  expect(expectOk(await owner.get(`/inventory/transfers/${toShop}/attachments`)).body.data).toMatchObject([
    { name: 'n.pdf' },
  ])
  const stranger = await createOrganization(app)
  expect((await stranger.get(`/inventory/transfers/${toShop}/attachments`)).status).toBe(404)
  const clerk = await clientWith(app, owner, ['list-product'])
  expect((await clerk.get(`/inventory/transfers/${toShop}/attachments`)).status).toBe(403)
})

test('programs learn of a transfer when it is made, received as a whole and voided', async () => {
  const events = ['created', 'updated', 'received', 'voided'].map((act) => `stock_transfer.${act}`)
  const hook = { name: 'stock', url: 'http://127.0.0.1:9/hook', events, status: 'active' }
  expectOk(await owner.post('/webhooks', hook))
  const sent = await send(shop, 2)
  expectOk(await receive(sent, 1))
  const last = expectOk(await receive(sent, 1)).body.data.receipts.at(-1).id
  expectOk(await owner.remove(`/inventory/transfers/${last}`))
  const { rows } = await withSuperuser(app, (client) =>
    client.query('SELECT type, resource_id::integer AS id FROM webhook_events WHERE organization_id = $1 ORDER BY id', [
      Number(owner.token?.split('.')[0]),
    ]),
  )
  const said = rows.map(({ type, id }) => `${type.split('.')[1]} ${id === sent ? 'sent' : 'receipt'}`)
  expect(said.toSorted()).toEqual(
    ['created sent', 'created receipt', 'updated sent', 'created receipt', 'received sent']
      .concat('updated sent', 'voided receipt')
      .toSorted(),
  )
  const refused = await keeper.post('/webhooks', hook)
  expect([refused.status, refused.body.code]).toEqual([422, 'webhook_of_all_places'])
})
