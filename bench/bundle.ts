import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'

// What a visitor's browser loads for two pages, in kB of gzip: the entry, what it imports, and the chunks of the
// route with everything those import. Words count in one language; fonts and images do not count.

type Chunk = { file: string; isEntry?: boolean; imports?: string[]; css?: string[] }
export type PageSize = { page: string; most_kb: number; size_kb: number }
const fromRoot = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const words = (...names: string[]) => names.map((name) => `../locales/ar/${name}.json`)
const shell = ['shell/Inside.tsx', 'shell/Frame.tsx', 'shell/admit.ts']

const pages: [string, number, string[]][] = [
  ['the sign-in page', 150, ['auth/AuthFrame.tsx', 'auth/LoginPage.tsx', ...words('common', 'auth', 'errors')]],
  [
    'the invoice list',
    300,
    [...shell, 'documents/DocumentsPage.tsx', ...words('common', 'shell', 'errors', 'documents')],
  ],
]

/** Builds the pages as they are shipped, where the environment says production, and weighs them. */
export async function pageSizes(): Promise<PageSize[]> {
  const outDir = fromRoot('test-results/bundle')
  await build({
    configFile: fromRoot('vite.config.ts'),
    logLevel: 'error',
    build: { manifest: true, outDir, emptyOutDir: true },
  })
  const manifest = JSON.parse(readFileSync(`${outDir}/.vite/manifest.json`, 'utf8')) as Record<string, Chunk>
  return pages.map(([page, most_kb, modules]) => ({
    page,
    most_kb,
    size_kb: Math.ceil(sizeOf(manifest, outDir, ['index.html', ...modules]) / 1000),
  }))
}

/** Bytes of gzip of the JavaScript and CSS that these modules bring, each file once. */
function sizeOf(manifest: Record<string, Chunk>, built: string, modules: string[]): number {
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
