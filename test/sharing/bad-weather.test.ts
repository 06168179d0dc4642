import { createServer, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { createMail } from '#server/mail/mail.ts'
import { deliverMail } from '#server/mail/mail-handler.ts'
import { createTestApp } from '../harness/api.ts'
import { openMail, openMailbox } from '../harness/mailbox.ts'
import { callsOf, createOrganization, expectOk, invoiceBody } from '../harness/organization.ts'
import { withSuperuser } from '../harness/role.ts'

// What bad weather does to a mail: one clear state, a retry, and never two mails because of us.

let isRightPassword = false
const mailbox = await openMailbox({
  authOptional: false,
  onAuth: ({ username }, _session, callback) =>
    isRightPassword
      ? callback(null, { user: username })
      : callback(Object.assign(new Error('authentication failed'), { responseCode: 535 })),
})
afterAll(() => mailbox.stop())
const app = await createTestApp(undefined, undefined, { SMTP_URL: mailbox.url.replace('//', '//books:secret@') })
const owner = await createOrganization(app)
const { post, get } = callsOf(owner)
const mail = { channel: 'mail', language: 'en', recipients: ['buyer@example.sa'] }
const stateOf = async (id: number) => (await get(`/invoices/${id}/deliveries`))[0]
const run = (statement: string, ...values: unknown[]) => withSuperuser(app, (client) => client.query(statement, values))
async function pass() {
  await run('UPDATE outbox_directory SET due_at = now()')
  await app.app.services.outbox.drain()
}
const idsOf = (address: string) =>
  mailbox.mails.filter(({ to }) => to.includes(address)).map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)?.[1])

test('a wrong password is tried again with its reason, and the mail leaves once when the password is right', async () => {
  const invoice = await post('/invoices', invoiceBody(owner))
  await post(`/invoices/${invoice.id}/deliveries`, { ...mail, recipients: ['password@example.sa'] })
  await app.app.services.outbox.drain()
  expect(await stateOf(invoice.id)).toMatchObject({
    state: 'waiting',
    error: expect.stringMatching(/535/),
    attempts: 1,
  })
  isRightPassword = true
  await pass()
  await pass()
  expect(await stateOf(invoice.id)).toMatchObject({ state: 'sent', attempts: 2 })
  expect(idsOf('password@example.sa')).toHaveLength(1)
})

test('a kill between sending and noting leaves a state that asks a person, who sends the same mail again', async () => {
  const invoice = await post('/invoices', invoiceBody(owner))
  const { id } = await post(`/invoices/${invoice.id}/deliveries`, { ...mail, recipients: ['killed@example.sa'] })
  // What is sent is not stored any more.
  const { rows } = await run("SELECT payload FROM outbox_messages WHERE kind = 'delivery' AND key = $1", String(id))
  await app.app.services.outbox.drain()
  expect(idsOf('killed@example.sa')).toHaveLength(1)
  // The mail left, and the process died before it wrote that down.
  await run(
    "UPDATE outbox_messages SET state = 'sending', sent_at = NULL, payload = $2 WHERE kind = 'delivery' AND key = $1",
    String(id),
    JSON.stringify(rows[0].payload),
  )
  await run(
    `INSERT INTO outbox_directory (organization_id, message_id, due_at)
      SELECT organization_id, id, now() FROM outbox_messages WHERE kind = 'delivery' AND key = $1
      ON CONFLICT (organization_id, message_id) DO UPDATE SET due_at = excluded.due_at`,
    String(id),
  )
  await pass()
  await pass()
  expect(await stateOf(invoice.id)).toMatchObject({ state: 'unknown' })
  expect(idsOf('killed@example.sa')).toHaveLength(1)
  expectOk(await owner.post(`/invoices/${invoice.id}/deliveries/${id}/retry`))
  await app.app.services.outbox.drain()
  expect(await stateOf(invoice.id)).toMatchObject({ state: 'sent' })
  const [first, second] = idsOf('killed@example.sa')
  expect(first).toBe(second)
})

test('different mails have different identities', async () => {
  const invoice = await post('/invoices', invoiceBody(owner))
  for (const _ of [1, 2]) await post(`/invoices/${invoice.id}/deliveries`, { ...mail, recipients: ['two@example.sa'] })
  await pass()
  expect(new Set(idsOf('two@example.sa')).size).toBe(2)
  expect(openMail(mailbox.mails.at(-1) as never).subject).toContain(invoice.invoice_number)
})

/** Talks so far and then says nothing more. */
async function openHangingServer(answers: number) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    let left = answers
    let isData = false
    if (left-- > 0) socket.write('220 ready\r\n')
    socket.on('data', (bytes) => {
      const said = bytes.toString('latin1')
      if (isData || left-- <= 0) return
      isData = said.startsWith('DATA')
      socket.write(isData ? '354 go on\r\n' : '250 ok\r\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const stop = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return { smtpUrl: `smtp://127.0.0.1:${port}`, stop }
}

const impatient = { connectionTimeout: 100, greetingTimeout: 100, socketTimeout: 100 }
test.each([
  ['that never greets', 0, 'retry'],
  ['that stops answering before it has the message', 2, 'retry'],
  ['that takes the message and never answers', 10, 'unknown'],
])('a mail server %s is left in time', async (_what, answers, state) => {
  const { smtpUrl, stop } = await openHangingServer(answers)
  const config = { smtpUrl, mailFrom: 'books@mizan.example' } as Parameters<typeof createMail>[0]
  const outcome = await deliverMail(createMail(config, { info: () => {} }, impatient), {
    to: 'buyer@example.sa',
    subject: 'x',
    text: 'x',
    identity: '1',
  })
  expect(outcome).toMatchObject({ state, error: expect.any(String) })
  stop()
})

test('a customer without an address is named before sending', async () => {
  const { id: customer_id } = await post('/customers', {
    name: 'بلا بريد',
    email: 'x@example.sa',
    type: 'individual',
    status: 'active',
  })
  await run('UPDATE parties SET email = NULL, mobile = NULL, phone = NULL WHERE id = $1', customer_id)
  const invoice = await post('/invoices', invoiceBody(owner, { customer_id }))
  expect(await get(`/invoices/${invoice.id}/sending`)).toMatchObject({ party: 'بلا بريد', email: null, phone: null })
  const { recipients: _, ...toParty } = mail
  const refused = await owner.post(`/invoices/${invoice.id}/deliveries`, toParty)
  expect([refused.status, refused.headers.refusal]).toEqual([422, 'party_without_email'])
  expect(await get(`/invoices/${invoice.id}/deliveries`)).toEqual([])
})

test('a draft that was deleted opens nothing behind the address of a guess, and a voided document says so', async () => {
  const invoice = await post('/invoices', invoiceBody(owner))
  const { link } = await post(`/invoices/${invoice.id}/deliveries`, { channel: 'link', language: 'en' })
  const token = String(link).split('/p/')[1]
  expect((await app.visitor().get(`/shared/${token}`)).body.data.state).not.toBe('void')
  expectOk(await owner.remove(`/invoices/${invoice.id}`))
  const { data } = (await app.visitor().get(`/shared/${token}`)).body
  expect(data).toMatchObject({ state: 'void' })
})

test('a mail server that offers no TLS gets nothing, unless it is this machine or the address says so', async () => {
  const mailbox = await openMailbox()
  try {
    const port = new URL(mailbox.url).port
    const sendTo = (smtpUrl: string) =>
      createMail({ ...app.app.services.config, smtpUrl }, { info: () => {} }).send({
        to: 'someone@example.sa',
        subject: 'link',
        text: 'https://example.sa/reset',
      })
    // The same machine by an address that is not the one of a loopback.
    const outside = `smtp://[::ffff:127.0.0.1]:${port}`
    await expect(sendTo(outside)).rejects.toThrow(/STARTTLS|not supported|not implemented/i)
    expect(mailbox.mails).toEqual([])
    await sendTo(`${outside}?requireTLS=false`)
    await sendTo(mailbox.url)
    expect(mailbox.mails).toHaveLength(2)
  } finally {
    await mailbox.stop()
  }
})
