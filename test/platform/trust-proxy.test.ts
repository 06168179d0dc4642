import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { madeApps } from '../harness/api.ts'
import { createTestDatabase } from '../harness/database.ts'

const { app: database } = await createTestDatabase()

/** Whom the server takes the asker for, by who connected and what the headers say. */
async function seenBy(TRUST_PROXY: string | undefined) {
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: tmpdir(), TRUST_PROXY })
  const app = await createApp({ config, database })
  madeApps.push(app)
  app.get('/who', async (request) => request.ip)
  await app.ready()
  return async (remoteAddress: string, forwarded: string) =>
    (await app.inject({ url: '/who', remoteAddress, headers: { 'x-forwarded-for': forwarded } })).body
}

test('with one trusted proxy a forged header changes nothing', async () => {
  const seen = await seenBy('1')
  expect(await seen('10.0.0.9', '203.0.113.7')).toBe('203.0.113.7')
  expect(await seen('10.0.0.9', '198.51.100.1, 203.0.113.7')).toBe('203.0.113.7')
  const two = await seenBy('2')
  expect(await two('10.0.0.9', '198.51.100.1, 203.0.113.7, 10.0.0.8')).toBe('203.0.113.7')
})

test('without trusted proxies no header counts', async () => {
  for (const none of ['0', 'false']) expect(await (await seenBy(none))('10.0.0.9', '203.0.113.7')).toBe('10.0.0.9')
})

test('trusts only a proxy on this machine by default', async () => {
  const seen = await seenBy(undefined)
  expect(await seen('127.0.0.1', '198.51.100.1, 203.0.113.7')).toBe('203.0.113.7')
  expect(await seen('192.0.2.4', '203.0.113.7')).toBe('192.0.2.4')
})
