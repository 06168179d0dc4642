import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'

// What a visitor's browser loads for a page, in kB of gzip and in files: the entry, what it imports, and the chunks of the route with
// everything those import. Words count in one language; fonts, images and data do not count.

type Output = {
  type: string
  fileName: string
  name?: string
  code?: string
  source?: string | Uint8Array
  imports?: readonly string[]
  moduleIds?: readonly string[]
  viteMetadata?: { importedCss?: Iterable<string> }
}
export type PageSize = { page: string; most_kb: number; size_kb: number; most_files: number; files: number }
export type Bundle = {
  pages: PageSize[] /** The bytes of each file of code, before they are compressed, by name. */
  code: Map<string, number>
}

const fromRoot = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const words = (...names: string[]) => names.map((name) => `../locales/ar/${name}.json`)
const shell = [
  'shell/SignedInRoot.tsx',
  'shell/Frame.tsx',
  'shell/routeGuard.ts',
  ...words('common', 'shell', 'errors'),
]
const signIn = ['main.tsx', 'auth/AuthFrame.tsx', 'auth/LoginPage.tsx', ...words('common', 'auth', 'errors')]
const view = ['notes/CorrectableDocumentPage.tsx', 'history/HistorySections.tsx', 'deferrals/DeferralsSection.tsx']
const viewWords = words(
  'documents',
  'paper',
  'notes',
  'payments',
  'advances',
  'eInvoicing',
  'eInvoice',
  'deferrals',
  'history',
)

type Page = { page: string; most_kb: number; most_files: number; modules: string[]; without?: string[] }
const pages: Page[] = [
  { page: 'the sign-in page', most_kb: 150, most_files: 9, modules: signIn },
  {
    page: 'the invoice list',
    most_kb: 300,
    most_files: 14,
    modules: ['main.tsx', ...shell, 'documents/DocumentsPage.tsx', ...words('documents')],
  },
  // A view has nine files: with the sign-in and the three calls of its data there are twelve requests and some to spare.
  {
    page: 'the first invoice opened after the sign-in',
    most_kb: 300,
    most_files: 8,
    modules: [...shell, ...view, ...viewWords],
    without: signIn,
  },
]

/** Builds the pages as they are shipped, where the environment says production, and weighs them. */
export async function pageSizes(): Promise<Bundle> {
  const built = await build({
    configFile: fromRoot('vite.config.ts'),
    logLevel: 'error',
    build: { write: false, reportCompressedSize: false },
  })
  const { output } = built as { output: Output[] }
  const chunkByModule = new Map(output.flatMap((one) => (one.moduleIds ?? []).map((id) => [id, one] as const)))
  const byFile = new Map(output.map((one) => [one.fileName, one]))
  const filesOf = (modules: readonly string[]) => {
    const files = new Set<Output>()
    const take = (one: Output | undefined) => {
      if (!one || files.has(one)) return
      files.add(one)
      for (const file of [...(one.imports ?? []), ...(one.viteMetadata?.importedCss ?? [])]) take(byFile.get(file))
    }
    for (const name of modules) {
      const chunk = chunkByModule.get(fromRoot(`web/${name}`))
      if (!chunk) throw new Error(`the build has no ${name}`)
      take(chunk)
    }
    return files
  }
  return {
    pages: pages.map(({ modules, without = [], ...page }) => {
      const known = filesOf(without)
      const files = [...filesOf(modules)].filter((file) => !known.has(file))
      const bytes = files.reduce(
        (sum, { code, source }) => sum + gzipSync(code ?? source ?? '', { level: 9 }).length,
        0,
      )
      return { ...page, size_kb: Math.ceil(bytes / 1000), files: files.length }
    }),
    code: new Map(output.flatMap(({ name = '', code }) => (code === undefined ? [] : [[name, code.length] as const]))),
  }
}
