import { afterAll, expect, test } from 'vitest'
import { createTestApp } from '../harness/api.ts'
import { openMail, openMailbox } from '../harness/mailbox.ts'
import { callsOf, createOrganization, expectOk, invoiceBody, paymentBody } from '../harness/organization.ts'
import { withSuperuser } from '../harness/role.ts'

// Reminders of what falls due: a real mail server, and the clock moved over the rules.

const busy = 'busy@example.sa'
let isBusy = true
const mailbox = await openMailbox({
  onRcptTo: ({ address }, _session, callback) =>
    callback(address === busy && isBusy ? Object.assign(new Error('come later'), { responseCode: 451 }) : null),
})
afterAll(() => mailbox.stop())
let now = new Date('2026-11-26T04:00:00Z')
const app = await createTestApp({ now: () => now }, undefined, { SMTP_URL: mailbox.url })
const { services } = app.app
const owner = await createOrganization(app)
await withSuperuser(app, (client) => client.query("UPDATE sessions SET expires_at = '2100-01-01'"))
const { post, get } = callsOf(owner)
const settings = { is_on: true, offsets: '-3, 0, 7', language: 'en', subject: '', body: '' }
const sold = (due_date: string, change: object = {}) =>
  post('/invoices', invoiceBody(owner, { invoice_date: '2026-11-26', due_date, ...change }))
const customer = (name: string, email = 'buyer@example.sa') =>
  post('/customers', { name, email, type: 'company', status: 'active' })

async function morning(day: string) {
  now = new Date(`${day}T06:30:00Z`)
  await services.pool.query('UPDATE outbox_directory SET due_at = now()')
  await services.outbox.drain()
  await services.outbox.drain()
}
// The link that proves the address of the owner.
await services.outbox.drain()
mailbox.mails.splice(0)
const subjects = () => mailbox.mails.map((mail) => openMail(mail).subject)

const invoice = await sold('2026-12-01')
const peaceful = await customer('عميل هادئ')
const quiet = await sold('2026-12-01', { customer_id: peaceful.id })
const muted = await sold('2026-12-01')

test('shows who would get what before it is switched on', async () => {
  await post('/reminders/silences', { kind: 'customer', record_id: peaceful.id, is_silent: true })
  await post('/reminders/silences', { kind: 'document', record_id: muted.id, is_silent: true })
  const rows = (await get('/reminders/preview?offsets=-3,0')) as { document_id: number; day: string; state: string }[]
  const of = (id: number) => rows.filter(({ document_id }) => document_id === id).map(({ day, state }) => [day, state])
  expect(of(invoice.id)).toEqual([
    ['2026-11-28', 'ready'],
    ['2026-12-01', 'ready'],
  ])
  expect(of(quiet.id).map(([, state]) => state)).toEqual(['silent', 'silent'])
  expect(of(muted.id).map(([, state]) => state)).toEqual(['silent', 'silent'])
  expect(mailbox.mails).toEqual([])
  expect(
    (await owner.post('/reminders/silences', { kind: 'document', record_id: 999_999, is_silent: true })).status,
  ).toBe(422)
})

test('each rule reminds once, on its day, of open documents that are not silenced, every day', async () => {
  expect(await post('/reminders/settings', settings)).toMatchObject({ is_on: true, offsets: [-3, 0, 7] })
  await morning('2026-11-27')
  expect(mailbox.mails).toEqual([])
  await morning('2026-11-28')
  expect(subjects()).toEqual([`Reminder: Invoice ${invoice.invoice_number} is due on 2026-12-01`])
  await morning('2026-11-28')
  await morning('2026-11-29')
  expect(mailbox.mails).toHaveLength(1)
  expect(openMail(mailbox.mails[0] as never).text).toMatch(/\/p\/\d+-[\w-]{43}/)
  await morning('2026-12-01')
  await morning('2026-12-08')
  expect(subjects().slice(1)).toEqual([
    `Reminder: Invoice ${invoice.invoice_number} is due on 2026-12-01`,
    `Invoice ${invoice.invoice_number} is past its due date`,
  ])
  const timeline = await get(`/invoices/${invoice.id}/deliveries`)
  expect(timeline.map(({ state }: { state: string }) => state)).toEqual(['sent', 'sent', 'sent'])
})

test('does not remind of what was paid, nor of what was paid while the reminder waited', async () => {
  const paid = await sold('2026-12-12')
  const waiting = await sold('2026-12-12', { customer_id: (await customer('عميل مشغول', busy)).id })
  const before = mailbox.mails.length
  const pay = (made: { id: number; customer_id: number }) =>
    post(
      '/accounting/income-payments',
      paymentBody(owner, {
        payment_date: '2026-12-08',
        customer_id: made.customer_id,
        references: [{ reference_id: made.id, amount: 1150 }],
      }),
    )
  await pay(paid)
  await morning('2026-12-09')
  expect((await get(`/invoices/${waiting.id}/deliveries`))[0]).toMatchObject({ state: 'waiting' })
  await pay(waiting)
  isBusy = false
  await morning('2026-12-09')
  expect(mailbox.mails).toHaveLength(before)
  expect((await get(`/invoices/${waiting.id}/deliveries`))[0]).toMatchObject({
    state: 'failed',
    error: expect.stringMatching(/paid/i),
  })
  expect(await get(`/invoices/${paid.id}/deliveries`)).toEqual([])
})

test('after an outage only the latest rule reminds, and switching on does not remind of the past', async () => {
  const late = await sold('2026-12-14')
  const before = mailbox.mails.length
  await morning('2026-12-16')
  expect(subjects().slice(before)).toEqual([`Reminder: Invoice ${late.invoice_number} is due on 2026-12-14`])
  await post('/reminders/settings', { ...settings, is_on: false })
  await morning('2026-12-21')
  await post('/reminders/settings', { ...settings, is_on: true, offsets: '6' })
  await morning('2026-12-22')
  expect(mailbox.mails).toHaveLength(before + 1)
})

test('stays off without a mail server, and refuses rules that are no days', async () => {
  const other = await createTestApp()
  const own = await createOrganization(other)
  expect((await own.post('/reminders/settings', settings)).headers.refusal).toBe('mail_not_set_up')
  expect((await own.post('/reminders/settings', { ...settings, is_on: false, offsets: 'x' })).status).toBe(422)
  expectOk(await own.post('/reminders/settings', { ...settings, is_on: false }))
})

test('customers with something open get the statement of the month before on a day of the month, once', async () => {
  await post('/reminders/settings', { ...settings, is_on: false })
  expect(await get('/reminders/settings')).toMatchObject({ is_on: false, statement_day: null })
  const start = mailbox.mails.length
  const planned = (await get('/reminders/statements?statement_day=5')) as { customer: string; state: string }[]
  expect(planned.find(({ customer: name }) => name === 'عميل هادئ')?.state).toBe('silent')
  expect(await post('/reminders/settings', { ...settings, is_on: false, statement_day: '5' })).toMatchObject({
    statement_day: 5,
  })
  const today = now.toISOString().slice(0, 7)
  const next = new Date(Date.UTC(Number(today.slice(0, 4)), Number(today.slice(5)), 4)).toISOString().slice(0, 7)
  await morning(`${next}-04`)
  expect(mailbox.mails).toHaveLength(start)
  await morning(`${next}-05`)
  const ready = planned.filter(({ state }) => state === 'ready')
  expect(mailbox.mails).toHaveLength(start + ready.length)
  expect(
    subjects()
      .slice(start)
      .every((subject) => /Statement of account/.test(subject)),
  ).toBe(true)
  await morning(`${next}-05`)
  await morning(`${next}-07`)
  expect(mailbox.mails).toHaveLength(start + ready.length)
})

test('a server that was down for longer sends no statement late, and a day that not every month has is refused', async () => {
  const start = mailbox.mails.length
  const month = new Date(now.getTime() + 40 * 86_400_000).toISOString().slice(0, 7)
  await morning(`${month}-20`)
  expect(mailbox.mails).toHaveLength(start)
  expect((await owner.post('/reminders/settings', { ...settings, is_on: false, statement_day: 29 })).status).toBe(422)
})
