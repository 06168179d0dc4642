import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { beforeAll, expect, test, vi } from 'vitest'

// What a visitor's browser loads for two pages, in kB of gzip: the entry, what it imports, and the chunks of the
// route with everything those import. Words count in one language; fonts and images do not count.

type Chunk = { file: string; isEntry?: boolean; imports?: string[]; css?: string[] }
const fromRoot = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
let manifest: Record<string, Chunk> = {}
let built = ''

beforeAll(async () => {
  const outDir = fromRoot('test-results/bundle')
  // The libraries bring their development halves along wherever the environment is a test's.
  vi.stubEnv('NODE_ENV', 'production')
  await build({
    configFile: fromRoot('vite.config.ts'),
    logLevel: 'error',
    build: { manifest: true, outDir, emptyOutDir: true },
  })
  vi.unstubAllEnvs()
  built = outDir
  expect(existsSync(`${outDir}/.vite/manifest.json`)).toBe(true)
  manifest = JSON.parse(readFileSync(`${outDir}/.vite/manifest.json`, 'utf8'))
}, 60_000)

const words = (...names: string[]) => names.map((name) => `../locales/ar/${name}.json`)
const shell = ['shell/Inside.tsx', 'shell/Frame.tsx', 'shell/admit.ts']

test.each([
  ['the sign-in page', 150, ['auth/AuthFrame.tsx', 'auth/LoginPage.tsx', ...words('common', 'auth', 'errors')]],
  [
    'the invoice list',
    300,
    [...shell, 'documents/DocumentsPage.tsx', ...words('common', 'shell', 'errors', 'documents')],
  ],
])('%s stays within %i kB', (_page, most_kb, modules) => {
  const size_kb = Math.ceil(sizeOf(['index.html', ...modules]) / 1000)
  console.log(`${_page}: ${size_kb} kB of ${most_kb}`)
  expect(size_kb).toBeLessThanOrEqual(most_kb)
})

/** Bytes of gzip of the JavaScript and CSS that these modules bring, each file once. */
function sizeOf(modules: string[]): number {
  const files = new Set<string>()
  const take = (name: string) => {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`the build has no ${name}`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    for (const style of chunk.css ?? []) files.add(style)
    for (const imported of chunk.imports ?? []) take(imported)
  }
  for (const name of modules) take(name)
  return [...files].reduce((sum, file) => sum + gzipSync(readFileSync(`${built}/${file}`), { level: 9 }).length, 0)
}
