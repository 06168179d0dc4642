import { afterAll, expect, test } from 'vitest'
import { addDays } from '#ledger/calendar/calendar.ts'
import { createTestApp } from '../harness/api.ts'
import { bodies, orderBody } from '../harness/bodies.ts'
import { openMailbox } from '../harness/mailbox.ts'
import { callsOf, createOrganization, expectOk, idOf, invoiceBody, today } from '../harness/organization.ts'
import { readPdf } from '../harness/pdf-text.ts'

// A quotation reaches its customer, who answers on its public page.

const mailbox = await openMailbox()
afterAll(() => mailbox.stop())
let now = new Date()
const app = await createTestApp({ now: () => now }, undefined, { SMTP_URL: mailbox.url })
const owner = await createOrganization(app)
const { get, post } = callsOf(owner)
const reader = app.visitor()

const quotation = async () =>
  `/quotations/${(await post('/quotations', { ...orderBody(owner), valid_until: today() })).id}`
async function linkTo(path: string): Promise<string> {
  const { link } = await post(`${path}/deliveries`, { channel: 'link', language: 'en' })
  return link.split('/p/')[1] as string
}
const page = async (token: string) => expectOk(await reader.get(`/shared/${token}`)).body.data
const answer = async (token: string, change: object = {}) => {
  const { offer } = await page(token)
  return reader.post(`/shared/${token}/answer`, { answer: 'accept', name: 'سعاد', version: offer.version, ...change })
}

test('sending a draft marks it as sent, and its page offers it until its last day', async () => {
  const path = await quotation()
  const token = await linkTo(path)
  expect(await get(path)).toMatchObject({ status: 'sent' })
  expect(await page(token)).toMatchObject({
    kind: 'quotation',
    state: 'offered',
    total: 1333.97,
    remaining: null,
    due_date: null,
    bank_accounts: [],
    offer: { valid_until: today(), answered_by: null },
  })
})

test('is accepted by name once, and its accepted paper stays although customer and seller change', async () => {
  const path = await quotation()
  const token = await linkTo(path)
  expect(Object.keys((await answer(token, { name: '' })).body.errors)).toEqual(['name'])
  expectOk(await answer(token))
  expect(await page(token)).toMatchObject({ state: 'accepted', offer: { answered_by: 'سعاد' } })
  expect((await answer(token)).body.code).toBe('quotation_accepted')
  const accepted = await get(path)
  expect(accepted).toMatchObject({ status: 'accepted', answered_by: 'سعاد', answered_at: expect.any(String) })
  await post(`/customers/${owner.ids.customer}`, { ...(await bodies.customers(owner)), name: 'اسم آخر' })
  expect((await get(path)).customer.name).toBe(accepted.customer.name)
  await app.app.services.outbox.drain()
  expect(mailbox.mails.some(({ raw }) => raw.includes('/quotations/'))).toBe(true)
})

test('is declined with a reason, and reopened it is read again only when it is sent', async () => {
  const path = await quotation()
  const token = await linkTo(path)
  expectOk(await answer(token, { answer: 'decline', reason: 'السعر مرتفع' }))
  expect(await get(path)).toMatchObject({ status: 'declined', reason: 'السعر مرتفع', answered_by: 'سعاد' })
  await post(`${path}/reopen`, {})
  expect(await page(token)).toMatchObject({ has_paper: false, number: null, total: null, items: null, offer: null })
  expect((await reader.get(`/shared/${token}/pdf`)).status).toBe(404)
})

test('refuses on its page to accept an expired quotation, which stays as it was sent', async () => {
  const path = await quotation()
  const token = await linkTo(path)
  const { offer } = await page(token)
  now = new Date(now.getTime() + 2 * 86_400_000)
  const late = { answer: 'accept', name: 'سعاد', version: offer.version }
  expect((await reader.post(`/shared/${token}/answer`, late)).body.code).toBe('quotation_expired')
  now = new Date()
  expect(await get(path)).toMatchObject({ status: 'sent', answered_by: null, version: offer.version })
})

test('an answer is to what was read: another version and another day are refused', async () => {
  const path = await quotation()
  const token = await linkTo(path)
  const { offer } = await page(token)
  await post(`${path}/reopen`, {})
  await post(path, { ...orderBody(owner), valid_until: today(), notes: 'بسعر آخر' })
  await post(`${path}/send`, {})
  const late = { answer: 'accept', name: 'سعاد', version: offer.version }
  expect((await reader.post(`/shared/${token}/answer`, late)).body.code).toBe('stale_version')
  now = new Date(now.getTime() + 2 * 86_400_000)
  expect(await page(token)).toMatchObject({ state: 'expired' })
  expect((await answer(token)).body.code).toBe('quotation_expired')
  now = new Date()
})

test('only a quotation is answered', async () => {
  const token = await linkTo(`/invoices/${await idOf(owner.post('/invoices', invoiceBody(owner)))}`)
  const reply = await reader.post(`/shared/${token}/answer`, { answer: 'accept', name: 'سعاد', version: 1 })
  expect(reply.status).toBe(404)
})

test('the papers are bilingual, and say that they are no tax invoice', async () => {
  const path = await quotation()
  const order = `/purchase-orders/${(await post('/purchase-orders', await bodies.purchaseOrders(owner))).id}`
  for (const [paper, title] of [
    [path, 'Quotation – draft'],
    [order, 'Purchase order – draft'],
  ] as const) {
    const headers = { authorization: `Bearer ${owner.token}` }
    const { text } = await readPdf((await app.app.inject({ url: `/api${paper}/pdf`, headers })).rawPayload)
    for (const said of [title, 'This is not a tax invoice', 'ضريبية', '1,333.97']) expect(text, said).toContain(said)
  }
})

test('the paper says the day in Riyadh on which it was accepted', async () => {
  now = new Date(`${today()}T22:30:00Z`)
  const path = `/quotations/${(await post('/quotations', { ...orderBody(owner), valid_until: '2099-12-31' })).id}`
  await post(`${path}/accept`, { answered_by: 'Suad' })
  const headers = { authorization: `Bearer ${owner.token}` }
  const { text } = await readPdf((await app.app.inject({ url: `/api${path}/pdf`, headers })).rawPayload)
  expect(text).toContain(`Suad · ${addDays(today(), 1)}`)
  now = new Date()
})

test('an order is confirmed before it goes to the supplier', async () => {
  const path = `/purchase-orders/${(await post('/purchase-orders', await bodies.purchaseOrders(owner))).id}`
  const mail = { channel: 'mail', language: 'en', recipients: ['supplier@example.sa'] }
  expect((await owner.post(`${path}/deliveries`, mail)).status).toBe(422)
  await post(`${path}/confirm`, {})
  await post(`${path}/deliveries`, mail)
  await app.app.services.outbox.drain()
  expect(mailbox.mails.at(-1)).toMatchObject({ to: ['supplier@example.sa'] })
})
