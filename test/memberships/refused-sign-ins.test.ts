import { request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { requireUnrelated } from '#server/auth/passwords.ts'
import { createTestApp } from '../harness/api.ts'
import { createOrganization, expectOk } from '../harness/organization.ts'

const app = await createTestApp()

test('a refused sign-in is in the log of activity of its account', async () => {
  const owner = await createOrganization(app)
  const reply = await app.visitor().post('/auth/login', { email: owner.email, password: 'wrong password 9' })
  expect(reply.headers.refusal).toBe('wrong_credentials')
  const entries = expectOk(await owner.get('/audit-log')).body.data as { act: string; ip: string }[]
  expect(entries.filter(({ act }) => act === 'sign_in_refused')).toMatchObject([{ ip: expect.any(String) }])
})

test.each(['mizan mizan', 'saudi arabia', 'Sales@Horizon', 'horizon2026', 'ميزان1234'])(
  '%s is no password',
  (password) =>
    expect(() => requireUnrelated(password, ['sales@horizon.sa', 'Horizon Trading'])).toThrow('password_of_context'),
)
test.each(['a long password 1', 'horizon is far away 77'])('%s is one', (password) =>
  expect(() => requireUnrelated(password, ['sales@horizon.sa', 'Horizon Trading'])).not.toThrow(),
)

test('a client that sends a body above the limit to its end reads why it was refused', async () => {
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.app.server.address() as AddressInfo
  const body = Buffer.alloc(6_000_000, 'x')
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const sent = ask(
      {
        port,
        method: 'POST',
        path: '/api/auth/login',
        headers: { 'content-type': 'application/json', 'content-length': body.length },
      },
      (response) => {
        response.resume()
        resolve(response.statusCode)
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
  expect(status).toBe(413)
})
