import { afterAll, expect, test } from 'vitest'
import { createTestApp } from '../harness/api.ts'
import { openMail, openMailbox } from '../harness/mailbox.ts'
import { callsOf, createOrganization, expectOk, paymentBody, today } from '../harness/organization.ts'
import { readPdf } from '../harness/pdf-text.ts'
import { clientWith } from '../harness/role.ts'

// The certificate of the tax withheld from a payee in a year, as a paper, by mail and by link.

const mailbox = await openMailbox()
afterAll(() => mailbox.stop())
const app = await createTestApp(undefined, undefined, { SMTP_URL: mailbox.url })
const owner = await createOrganization(app)
const { get, post } = callsOf(owner)
const year = today().slice(0, 4)
const range = { from: `${year}-01-01`, to: `${year}-12-31` }
const payee = (
  await post('/suppliers', {
    name: 'مستشار أجنبي',
    name_en: 'Foreign Adviser Ltd',
    email: 'adviser@example.com',
    address: 'High Street 5, London',
    type: 'company',
    status: 'active',
  })
).id as number
const path = `/withholding-certificates/${payee}`
const mail = { channel: 'mail', language: 'en', ...range }
const refused = async (change: object) => {
  const { headers, body } = await owner.post(`${path}/deliveries`, { ...mail, ...change })
  return [headers.refusal, Object.keys(body.errors ?? {})]
}

test('refuses to send the certificate of a payee from whom nothing was withheld', async () => {
  expect(await refused({})).toEqual(['not_found', []])
})

test('mails the certificate with its paper, and its link shows the same year without an amount', async () => {
  const { customer_id: _, ...body } = paymentBody(owner, {})
  const change = { supplier_id: payee, payment_number: 'WHT-1', payment_date: today(), amount: 1000 }
  await post('/accounting/expense-payments', { ...body, ...change, withholding_type: 'royalties' })
  expect(await get(`${path}/sending?from=${range.from}&to=${range.to}`)).toMatchObject({
    kind: 'withholding_certificate',
    number: year,
    email: 'adviser@example.com',
  })
  await post(`${path}/deliveries`, mail)
  await app.app.services.outbox.drain()
  const { subject, text, files } = openMail(mailbox.mails.at(-1) as (typeof mailbox.mails)[number])
  expect(subject).toContain(`tax withheld in ${year}`)
  const printed = (await readPdf(files[`WHT-${year}-${payee}.pdf`] as Buffer)).text
  for (const word of ['150.00', 'WHT-1', 'Foreign Adviser Ltd', 'High Street 5, London'])
    expect(printed).toContain(word)
  expect(text).not.toMatch(/150[.,]00/)
  const token = /\/p\/([\w-]+)/.exec(text)?.[1]
  const page = expectOk(await app.visitor().get(`/shared/${token}`)).body.data
  expect(page).toMatchObject({ kind: 'withholding_certificate', number: year, total: null, has_paper: true })
  const [delivery] = await get(`${path}/deliveries`)
  expect(delivery).toMatchObject({ from_day: range.from, to_day: range.to, state: 'sent', opened: 1 })
})

test('refuses days that are not a calendar year', async () => {
  expect(await refused({ from: `${year}-02-01` })).toEqual(['withholding_not_a_year', ['from']])
  expect(await refused({ to: `${year}-11-30` })).toEqual(['withholding_not_a_year', ['to']])
})

test('refuses to send it to a user who may not read the report by payee', async () => {
  const clerk = await clientWith(app, owner, ['read-supplier', 'read-expense-payment'])
  expect((await clerk.post(`${path}/deliveries`, mail)).status).toBe(403)
  const reader = await clientWith(app, owner, ['read-report-withholding-by-payee'])
  expectOk(await reader.post(`${path}/deliveries`, { ...mail, channel: 'link' }))
})
