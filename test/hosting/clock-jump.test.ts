import { expect, test } from 'vitest'
import { dayInRiyadh } from '#server/core/context.ts'
import { createTestApp } from '../harness/api.ts'
import { createOrganization, expectOk, invoiceBody, password } from '../harness/organization.ts'
import { sealAll } from '../harness/seal-all.ts'

// The clock of the machine jumps. The invariants, gapless numbers and the hashes among them, are checked after the file.

const day = 86_400_000

test('after a clock that jumped back and was set right, numbers go on, sessions open, and what was posted stays', async () => {
  let now = new Date()
  const app = await createTestApp({ now: () => now })
  const owner = await createOrganization(app)
  const organization = Number(owner.token?.split('.')[0])
  const post = async () => {
    const today = dayInRiyadh(now)
    const { data } = expectOk(await owner.get('/invoices/next-number')).body
    const body = invoiceBody(owner, {
      invoice_date: today,
      due_date: today,
      invoice_number: data.number,
      proposed_number: data.number,
    })
    return expectOk(await owner.post('/invoices', body)).body.data.id as number
  }
  const ids = [await post()]
  now = new Date(now.getTime() - day)
  ids.push(await post())
  await sealAll(app.app.services.pool, organization)
  now = new Date(now.getTime() + day)
  ids.push(await post())
  expect(new Set(ids).size).toBe(3)
  expect(expectOk(await owner.get('/invoices')).body.meta.total).toBe(3)
  await sealAll(app.app.services.pool, organization)
})

test('a jump of years ends sessions as if the years had passed, and signing in works at once', async () => {
  let now = new Date()
  const app = await createTestApp({ now: () => now })
  const owner = await createOrganization(app)
  now = new Date(now.getTime() + 400 * day)
  expect((await owner.get('/customers')).status).toBe(401)
  const login = () => app.visitor().post('/auth/login', { email: owner.email, password })
  const signedIn = expectOk(await login())
  expectOk(await app.visitor(signedIn.body.data.token).get('/customers'))
  // Back to the right time: the session of the future is open, and nothing asks to wait.
  now = new Date(now.getTime() - 400 * day)
  expectOk(await login())
})

test('failures that were counted by a clock in the future do not block sign-ins of today', async () => {
  let now = new Date(Date.now() + 400 * day)
  const app = await createTestApp({ now: () => now })
  const owner = await createOrganization(app)
  const fail = () => app.visitor().post('/auth/login', { email: owner.email, password: 'wrong password' })
  for (let count = 0; count < 6; count++) await fail()
  expect((await fail()).status).toBe(429)
  now = new Date(now.getTime() - 400 * day)
  expectOk(await app.visitor().post('/auth/login', { email: owner.email, password }))
})
