import { afterAll, expect, test } from 'vitest'
import { spanDays } from '#server/report-mail/span-days.ts'
import { createTestApp } from '../harness/api.ts'
import { openMail, openMailbox } from '../harness/mailbox.ts'
import { callsOf, createOrganization, expectOk, invoiceBody } from '../harness/organization.ts'
import { readPdf } from '../harness/pdf-text.ts'
import { clientWith, withSuperuser } from '../harness/role.ts'

const mailbox = await openMailbox()
afterAll(() => mailbox.stop())
let now = new Date('2026-11-26T03:00:00Z')
const app = await createTestApp({ now: () => now }, undefined, { SMTP_URL: mailbox.url })
const owner = await createOrganization(app)
const schedule = {
  report: 'sales_by_customer',
  query: {},
  span: 'month_to_date',
  format: 'pdf',
  language: 'en',
  unit: 'week',
  every: 1,
  start_date: '2026-11-27',
}
const stayIn = () => withSuperuser(app, (client) => client.query("UPDATE sessions SET expires_at = '2100-01-01'"))
await callsOf(owner).post('/invoices', invoiceBody(owner, { invoice_date: '2026-11-26', due_date: '2026-11-26' }))

async function morning(day: string) {
  now = new Date(`${day}T05:00:00Z`)
  await app.app.services.pool.query('UPDATE outbox_directory SET due_at = now()')
  await app.app.services.outbox.drain()
}

test.each([
  ['yesterday', '2027-01-01', '2026-12-31', '2026-12-31'],
  ['previous_week', '2026-11-30', '2026-11-23', '2026-11-29'],
  ['previous_month', '2027-03-15', '2027-02-01', '2027-02-28'],
  ['month_to_date', '2026-11-26', '2026-11-01', '2026-11-26'],
  ['year_to_date', '2026-11-26', '2026-01-01', '2026-11-26'],
] as const)('%s of %s', (span, day, from, to) => expect(spanDays(span, day)).toEqual({ from, to }))

// The mail that proves the address of the owner.
await app.app.services.outbox.drain()
mailbox.mails.splice(0)

test('a report is sent on its day with the figures of its range, once, and never late', async () => {
  const { id, next_day } = await callsOf(owner).post('/report-schedules', schedule)
  expect(next_day).toBe('2026-11-27')
  await stayIn()
  await morning('2026-11-27')
  await morning('2026-11-27')
  expect(mailbox.mails).toHaveLength(1)
  const { subject, files } = openMail(mailbox.mails[0] as never)
  expect(mailbox.mails[0]?.to).toEqual([owner.email])
  expect(subject).toContain('2026-11-01')
  expect((await readPdf(Object.values(files)[0] as Buffer)).text).toContain('1,000.00')
  const [row] = await callsOf(owner).get('/report-schedules')
  expect(row).toMatchObject({ id, next_day: '2026-12-04', state: 'sent', error: null })
  // Three weeks without a server: one report, and the next is in the future.
  await morning('2026-12-20')
  expect(mailbox.mails).toHaveLength(2)
  expect((await callsOf(owner).get('/report-schedules'))[0].next_day).toBe('2026-12-25')
  expectOk(await owner.post(`/report-schedules/${id}/end`, {}))
  await morning('2026-12-26')
  expect(mailbox.mails).toHaveLength(2)
})

test('only a user who may read a report gets it, and no longer than that', async () => {
  const reader = await clientWith(app, owner, ['list-reports', 'read-report-sales-by-customer'])
  await stayIn()
  const refused = await reader.post('/report-schedules', { ...schedule, report: 'balance_sheet' })
  expect(refused.status).toBe(403)
  const { id } = expectOk(
    await reader.post('/report-schedules', { ...schedule, format: 'xlsx', start_date: '2026-12-28' }),
  ).body.data
  expect((await owner.get('/report-schedules')).body.data).toEqual([])
  expect((await owner.post(`/report-schedules/${id}/end`, {})).status).toBe(404)
  await reader.revoke('read-report-sales-by-customer')
  const before = mailbox.mails.length
  await morning('2026-12-28')
  expect(mailbox.mails).toHaveLength(before)
  expect((await reader.get('/report-schedules')).body.data[0]).toMatchObject({
    state: 'failed',
    error: expect.any(String),
  })
})

test('the dry close of the month comes once a week to who asked for it', async () => {
  const asked = { ...schedule, report: 'dry_close', span: 'previous_month', start_date: '2027-01-04' }
  await callsOf(owner).post('/report-schedules', asked)
  await stayIn()
  const before = mailbox.mails.length
  for (const day of ['2027-01-04', '2027-01-05', '2027-01-10', '2027-01-11']) await morning(day)
  const mails = mailbox.mails.slice(before)
  expect(mails.map(({ to }) => to)).toEqual([[owner.email], [owner.email]])
  const { text } = await readPdf(Object.values(openMail(mails[0] as never).files)[0] as Buffer)
  expect(text).toContain('2026-12-01 – 2026-12-31')
  expect(text).toContain('Profit and loss')
})
