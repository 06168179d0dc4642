import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { allowedNetworks, checkedLookup, checkWebhookUrl } from '#server/webhooks/public-address.ts'
import { sendWebhook } from '#server/webhooks/send-webhook.ts'

const resolveTo = (addresses: readonly string[]) => async () =>
  addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
const none = allowedNetworks([])

test.each([
  'https://127.0.0.1/',
  'https://10.0.0.1/',
  'https://172.31.255.255/',
  'https://192.168.1.1/',
  'https://169.254.169.254/latest/meta-data',
  'https://100.64.0.1/',
  'https://0.0.0.0/',
  'https://224.0.0.1/',
  'https://255.255.255.255/',
  'https://198.18.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://017700000001/',
  'https://127.1/',
  'https://[::1]/',
  'https://[::]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[fc00::1]/',
  'https://[fe80::1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[2001:db8::1]/',
  'https://[ff02::1]/',
  'https://localhost/',
  'https://LOCALHOST./',
  'https://db/',
  'https://db.internal/',
  'https://printer.local/',
  'https://x.localhost/',
  'http://example.com/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'https://user:secret@example.com/',
  'javascript:alert(1)',
  'example.com',
  '',
])('refuses to store %s', (url) => expect(() => checkWebhookUrl(url, none)).toThrow())

test.each([
  'https://example.com/hook',
  'https://8.8.8.8/',
  'https://[2606:4700:4700::1111]/',
  'https://hooks.example.sa:8443/a?b=c',
])('accepts %s', (url) => expect(checkWebhookUrl(url, none).href).toBeTruthy())

test('an internal network is open only where the operator allows it, also without encryption', () => {
  const allowed = allowedNetworks(['10.1.0.0/16', 'fd00::/8'])
  expect(checkWebhookUrl('http://10.1.2.3:8080/', allowed).host).toBe('10.1.2.3:8080')
  expect(checkWebhookUrl('http://[fd00::5]/', allowed).hostname).toBe('[fd00::5]')
  expect(() => checkWebhookUrl('http://10.2.0.1/', allowed)).toThrow()
})

test.each([
  ['to an internal address', ['10.0.0.5']],
  ['to a public and an internal address', ['8.8.8.8', '127.0.0.1']],
  ['to the address of the cloud machine itself', ['169.254.169.254']],
  ['to an internal address of version 6', ['fd00::1']],
  ['to a version 4 address in the clothes of version 6', ['::ffff:10.0.0.5']],
  ['nowhere', []],
])('refuses a name that leads %s', async (_, addresses) => {
  const look = promisify(checkedLookup(none, resolveTo(addresses)) as never) as (
    name: string,
    options: object,
  ) => Promise<unknown>
  await expect(look('rebound.example.com', { all: true })).rejects.toThrow('internal address')
})

test('a public name is looked up once, and its address is the one that is used', async () => {
  let asked = 0
  const resolveName = async () => {
    asked++
    return [{ address: asked === 1 ? '8.8.8.8' : '127.0.0.1', family: 4 }]
  }
  const look = promisify(checkedLookup(none, resolveName) as never) as (
    name: string,
    options: object,
  ) => Promise<unknown>
  expect(await look('changing.example.com', {})).toBe('8.8.8.8')
  await expect(look('changing.example.com', {})).rejects.toThrow('internal address')
})

test('a name that leads to an internal address is not connected to', async () => {
  const server = createServer((_request, response) => response.writeHead(204).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const asked = { allowed: none, timeout_ms: 2_000, resolveName: resolveTo(['127.0.0.1']) }
  await expect(sendWebhook(`https://changing.example.com:${port}/`, '{}', {}, asked)).rejects.toThrow(
    'internal address',
  )
  server.close()
})

test('a missing answer times out, and a long one is truncated', async () => {
  let how: 'silent' | 'long' = 'silent'
  const server = createServer((_request, response) => {
    if (how === 'silent') return
    response.writeHead(200)
    const more = () => response.destroyed || response.write('x'.repeat(1_000), () => setImmediate(more))
    more()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const allowed = allowedNetworks(['127.0.0.1'])
  await expect(sendWebhook(url, '{}', {}, { allowed, timeout_ms: 200 })).rejects.toThrow()
  how = 'long'
  const { status, body } = await sendWebhook(url, '{}', {}, { allowed, timeout_ms: 5_000 })
  expect([status, body.length]).toEqual([200, 4_096])
  server.closeAllConnections()
  server.close()
})
