import { afterAll, expect, test } from 'vitest'
import { confirmedOrder, daysAgo, noteOf, stockedProduct } from '../goods/moving-goods.ts'
import { createTestApp } from '../harness/api.ts'
import { openMail, openMailbox } from '../harness/mailbox.ts'
import { callsOf, createOrganization, expectOk, idOf } from '../harness/organization.ts'
import { readPdf } from '../harness/pdf-text.ts'
import { clientWith } from '../harness/role.ts'

// Delivery notes, goods receipts and their returns reach the other party by mail and by link, without prices.

const mailbox = await openMailbox()
afterAll(() => mailbox.stop())
const app = await createTestApp(undefined, undefined, { SMTP_URL: mailbox.url })
const owner = await createOrganization(app)
const { get, post } = callsOf(owner)
const reader = app.visitor()
const product = await stockedProduct(owner, 100, '37.50')
const sold = await confirmedOrder(owner, 'sales-orders', [{ product_id: product, quantity: 20, price: '61.25' }])
const bought = await confirmedOrder(owner, 'purchase-orders', [{ product_id: product, quantity: 20, price: '41.25' }])

const made = async (kind: 'delivery-notes' | 'goods-receipts') => {
  const order = kind === 'delivery-notes' ? sold : bought
  const body = { note_date: daysAgo(5), items: [{ order_line_id: order.ids[0], quantity: 2 }] }
  return `/${kind}/${await idOf(owner.post(`/${kind}`, body))}`
}
const returned = async (path: string) => {
  const [row] = (await noteOf(owner, path)).items
  const body = { note_date: daysAgo(4), items: [{ goods_line_id: row?.id, quantity: 1 }] }
  return path.replace(/\d+$/, String((await post(`${path}/return`, body)).id))
}
const mail = { channel: 'mail', language: 'en', recipients: ['party@example.sa'] }
const sent = async (path: string, change: object = {}) => {
  await post(`${path}/deliveries`, { ...mail, ...change })
  await app.app.services.outbox.drain()
  return openMail(mailbox.mails.at(-1) as (typeof mailbox.mails)[number])
}
const linkTo = async (path: string): Promise<string> => {
  const { link } = await post(`${path}/deliveries`, { channel: 'link', language: 'ar' })
  return link.split('/p/')[1] as string
}
const page = async (token: string) => expectOk(await reader.get(`/shared/${token}`)).body.data
const prices = /61[.,]25|41[.,]25|37[.,]50|122[.,]50|82[.,]50|140[.,]88/

test('each of them is mailed with its paper, and names no price', async () => {
  const [delivery, receipt] = [await made('delivery-notes'), await made('goods-receipts')]
  const papers = [
    [delivery, 'Delivery note'],
    [receipt, 'Goods receipt'],
    [await returned(delivery), 'Return of delivered goods'],
    [await returned(receipt), 'Return of received goods'],
  ] as const
  for (const [path, title] of papers) {
    const { number } = await noteOf(owner, path)
    const { subject, text, files } = await sent(path)
    expect(subject, title).toContain(`${title} ${number}`)
    const printed = (await readPdf(files[`${number}.pdf`] as Buffer)).text
    expect(printed).toContain(number)
    expect(`${text} ${printed}`, title).not.toMatch(prices)
  }
})

test('the page of a link shows what moved, and no amount', async () => {
  const path = await made('delivery-notes')
  const data = await page(await linkTo(path))
  expect(data).toMatchObject({ kind: 'delivery_note', state: 'issued', total: null, remaining: null, has_paper: true })
  expect(data.items.totals).toEqual([])
  expect(data.items.rows).toMatchObject([[{ text: 'بضاعة تُسلَّم' }, { text: '2' }, {}]])
  expect(JSON.stringify(data)).not.toMatch(prices)
  const back = await returned(path)
  const token = await linkTo(back)
  expect(await page(token)).toMatchObject({ kind: 'delivery_note_return' })
  expectOk(await reader.post(`/shared/${token}/remarks`, { remark: 'One piece only' }))
  await app.app.services.outbox.drain()
  const { text } = openMail(mailbox.mails.at(-1) as (typeof mailbox.mails)[number])
  expect(text).toContain(`/sales/deliveries/${back.split('/').at(-1)}/view`)
  expect(text).toContain('Return of delivered goods')
})

test('an own text that names an amount is not sent with a paper that has none', async () => {
  const own = { subject: '{document} {number} of ours', body: 'The total is {total}. {link}' }
  const before = await get('/sharing/settings')
  await post('/sharing/settings', { ...before, templates: { ar: { subject: '', body: '' }, en: own } })
  const path = await made('delivery-notes')
  const { number } = await noteOf(owner, path)
  const { words } = await get(`${path}/sending`)
  expect(words.en.subject).toBe(`Delivery note ${number} of ours`)
  expect(words.en.body).toContain(`attached Delivery note ${number}`)
  expect(words.en.body).not.toContain('The total')
  const order = await get(`${bought.path}/sending`)
  expect(order.words.en.body).toContain('The total is')
})

test('one that was taken back is not sent, and its old link says so', async () => {
  const path = await made('delivery-notes')
  const token = await linkTo(path)
  expectOk(await owner.remove(path))
  expect((await owner.post(`${path}/deliveries`, mail)).body.code).toBe('document_void')
  expect(await page(token)).toMatchObject({ state: 'void', has_paper: false, items: null })
  expect((await reader.get(`/shared/${token}/pdf`)).status).toBe(422)
})

test('is sent by who makes such notes, in the own organization and of the own place only', async () => {
  const path = await made('delivery-notes')
  const link = { channel: 'link', language: 'ar' }
  const clerk = await clientWith(app, owner, ['read-delivery-note', 'create-goods-receipt'])
  expect((await clerk.get(`${path}/deliveries`)).status).toBe(200)
  expect((await clerk.post(`${path}/deliveries`, link)).status).toBe(403)
  const stranger = await createOrganization(app)
  expect((await stranger.post(`${path}/deliveries`, link)).status).toBe(404)
  expect((await owner.post(path.replace('delivery-notes', 'goods-receipts').concat('/deliveries'), link)).status).toBe(
    404,
  )

  const place = (name: string) =>
    idOf(owner.post('/inventory/places', { name, branch_id: owner.ids.branch, status: 'active' }))
  await place('المستودع')
  const shop = await place('المعرض')
  const keeper = await clientWith(app, owner, ['read-delivery-note', 'create-delivery-note'])
  const me = expectOk(await keeper.get('/auth/session')).body.data.id
  const { name, email, role_id, status } = expectOk(await owner.get(`/users/${me}`)).body.data
  expectOk(await keeper.post(`${path}/deliveries`, link))
  expectOk(await owner.post(`/users/${me}`, { name, email, role_id, status, place_ids: [shop] }))
  expect((await keeper.post(`${path}/deliveries`, link)).status).toBe(404)
  expect((await keeper.get(`${path}/deliveries`)).status).toBe(404)
})
