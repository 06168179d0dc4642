import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'

// What a visitor's browser loads for two pages, in kB of gzip and in files: the entry, what it imports, and the chunks of the
// route with everything those import. Words count in one language; fonts and images do not count.

type Chunk = { file: string; isEntry?: boolean; imports?: string[]; css?: string[] }
export type PageSize = { page: string; most_kb: number; size_kb: number; most_files: number; files: number }
const fromRoot = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const words = (...names: string[]) => names.map((name) => `../locales/ar/${name}.json`)
const shell = ['shell/SignedInRoot.tsx', 'shell/Frame.tsx', 'shell/routeGuard.ts']

const pages: [string, number, number, string[]][] = [
  ['the sign-in page', 150, 15, ['auth/AuthFrame.tsx', 'auth/LoginPage.tsx', ...words('common', 'auth', 'errors')]],
  [
    'the invoice list',
    300,
    30,
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
  return pages.map(([page, most_kb, most_files, modules]) => {
    const files = filesOf(manifest, ['index.html', ...modules])
    const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(`${outDir}/${file}`), { level: 9 }).length, 0)
    return { page, most_kb, size_kb: Math.ceil(bytes / 1000), most_files, files: files.length }
  })
}

/** The JavaScript and CSS that these modules bring, each file once. */
function filesOf(manifest: Record<string, Chunk>, modules: string[]): string[] {
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
  return [...files]
}
