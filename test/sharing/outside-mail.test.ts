import { afterAll, expect, test } from 'vitest'
import { withoutLinks } from '#server/outside-mail/allow-outside-mail.ts'
import { createTestApp } from '../harness/api.ts'
import { openMail, openMailbox } from '../harness/mailbox.ts'
import { roleOf } from '../harness/memberships.ts'
import { callsOf, createOrganization, expectOk, invoiceBody } from '../harness/organization.ts'

// An organization is no relay: the addresses of a day are counted, and a recipient stops its mail.

let isBusy = false
const mailbox = await openMailbox({
  onRcptTo: (_address, _session, callback) =>
    callback(isBusy ? Object.assign(new Error('come later'), { responseCode: 451 }) : null),
})
afterAll(() => mailbox.stop())
const app = await createTestApp(undefined, undefined, {
  SMTP_URL: mailbox.url,
  MAIL_PER_DAY: '9',
  MAIL_PER_DAY_UNPROVED: '4',
})
const drain = () => app.app.services.outbox.drain()

async function company() {
  const owner = await createOrganization(app)
  const { id } = await callsOf(owner).post('/invoices', invoiceBody(owner))
  const send = (...recipients: string[]) =>
    owner.post(`/invoices/${id}/deliveries`, { channel: 'mail', language: 'en', recipients })
  return { owner, send, id }
}
const mailTo = (address: string) => openMail(mailbox.mails.findLast(({ to }) => to.includes(address)) as never)

test('no more addresses get mail in a day than the organization may write to, and more once an owner proved theirs', async () => {
  const { owner, send } = await company()
  const sent = await Promise.all(Array.from({ length: 12 }, (_, index) => send(`a${index}@example.com`)))
  expect(sent.filter(({ status }) => status === 200)).toHaveLength(4)
  expect(sent.find(({ status }) => status === 422)?.body).toMatchObject({ code: 'mail_limit' })
  const role_id = await roleOf(owner, ['read-home'])
  const invited = await owner.post('/invitations', { email: 'someone@example.com', role_id })
  expect(invited.headers.refusal).toBe('mail_limit')
  await drain()
  const [, token] = /confirm=([\w-]+)/.exec(mailTo(owner.email).text) as RegExpExecArray
  expectOk(await owner.post('/account/email/prove', { token }))
  expect((await send(...Array.from({ length: 6 }, (_, index) => `b${index}@example.com`))).headers.refusal).toBe(
    'mail_limit',
  )
  // What was refused is not counted, and the own mailbox is not outside.
  expectOk(await send(owner.email, ...Array.from({ length: 5 }, (_, index) => `c${index}@example.com`)))
})

test('a mailbox stops the mail of one organization by its button, and the sender is refused in words', async () => {
  const [{ send }, other] = [await company(), await company()]
  expectOk(await send('reader@example.com'))
  await drain()
  const { headers, text } = mailTo('reader@example.com')
  expect(headers).toMatch(/List-Unsubscribe-Post: List-Unsubscribe=One-Click/)
  const token = /(?<=\/stop\/)[\w-]+/.exec(text)?.[0] as string
  expect(headers.replace(/\s/g, '')).toContain(`<https://mizan.example/api/mail-stops/${token}>`)
  const visitor = app.visitor()
  expect((await visitor.get(`/mail-stops/${token}`)).body.data.addresses).toEqual([
    { address: 'reader@example.com', is_stopped: false },
  ])
  const button = {
    payload: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  }
  expectOk(await visitor.ask('POST', `/mail-stops/${token}`, button))
  const refused = await send('Reader@example.com')
  expect(refused).toMatchObject({ status: 422, headers: { refusal: 'recipient_stopped' } })
  expect(refused.body.message).toContain('reader@example.com asked not to get mail')
  expectOk(await other.send('reader@example.com'))
  expectOk(await visitor.post(`/mail-stops/${token}`, { address: 'reader@example.com', is_stopped: false }))
  expectOk(await send('reader@example.com'))
  expect((await visitor.get(`/mail-stops/${token.slice(0, -2)}AA`)).status).toBe(404)
})

test('mail that waits is not sent to who stopped it since, and a mail to several stops for the one who asks', async () => {
  const { owner, send, id } = await company()
  expectOk(await send('one@example.com', 'two@example.com'))
  await drain()
  const { headers, text } = mailTo('one@example.com')
  expect(headers).not.toContain('List-Unsubscribe-Post')
  const token = /(?<=\/stop\/)[\w-]+/.exec(text)?.[0] as string
  isBusy = true
  expectOk(await send('two@example.com'))
  await drain()
  isBusy = false
  expect((await app.visitor().post(`/mail-stops/${token}`, {})).status).toBe(422)
  expectOk(await app.visitor().post(`/mail-stops/${token}`, { address: 'two@example.com' }))
  await app.app.services.pool.query('UPDATE outbox_directory SET due_at = now()')
  await drain()
  const [last] = await callsOf(owner).get(`/invoices/${id}/deliveries`)
  expect(last).toMatchObject({ state: 'failed', error: expect.stringContaining('asked not to get mail') })
})

test.each([
  ['Claim your prize at http://win.example/now', 'Claim your prize at win example now'],
  ['www.win.example', 'www win example'],
  ['me@win.example', 'me win example'],
  ['شركة الأفق للتجارة', 'شركة الأفق للتجارة'],
  ['Dr. Noor & Sons', 'Dr. Noor & Sons'],
])('the name %s has no link in the mail of a stranger', (name, expected) => expect(withoutLinks(name)).toBe(expected))
