import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type InjectOptions } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { loadWords } from '../core/locale.ts'
import { serveWeb } from './serve-web.ts'

const folder = mkdtempSync(join(tmpdir(), 'mizan-web-'))
mkdirSync(join(folder, 'web', 'assets'), { recursive: true })
for (const name of ['index.html', 'assets/page.js', 'assets/page.js.br', 'assets/page.js.gz'])
  writeFileSync(join(folder, 'web', name), `this is ${name}`)
writeFileSync(join(folder, 'secret.txt'), 'not for everybody')
afterAll(() => rmSync(folder, { recursive: true }))

const app = Fastify()
await serveWeb(app, await loadWords(), join(folder, 'web'))
app.get('/api/health', () => 'well')

async function ask(url: string, given: InjectOptions = {}) {
  const { statusCode, headers, body } = await app.inject({ url, ...given })
  return [statusCode, headers['cache-control'], headers['content-encoding'], body]
}

test('a file is served plain or compressed and cached for ever; every address of the application serves the page', async () => {
  const forEver = 'public, max-age=31536000, immutable'
  expect(await ask('/assets/page.js')).toEqual([200, forEver, undefined, 'this is assets/page.js'])
  const compressed = await ask('/assets/page.js?x=1', { headers: { 'accept-encoding': 'gzip, br' } })
  expect(compressed).toEqual([200, forEver, 'br', 'this is assets/page.js.br'])
  expect(await ask('/assets/page.js', { method: 'HEAD' })).toEqual([200, forEver, undefined, ''])
  for (const url of ['/', '/index.html', '/invoices/12', '/search?email=a@example.sa'])
    expect(await ask(url)).toEqual([200, 'no-cache', undefined, 'this is index.html'])
  expect((await ask('/api/health')).at(-1)).toBe('well')
})

test('a missing file and an unknown path are not found', async () => {
  const urls = [
    '/assets/none.js',
    '/assets/page.js.br',
    '/api/none',
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
  ]
  for (const url of urls) expect((await ask(url))[0], url).toBe(404)
  expect((await ask('/invoices', { method: 'POST' }))[0]).toBe(404)
})
