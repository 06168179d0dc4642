import { globSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { normalizePath } from 'vite'

// By default the bundler makes a file of everything the same pages share: 142 files for the invoice list, 199 for an
// invoice, most below a kilobyte. A browser requests six at a time from a server without a proxy, so the requests took
// longer than the bytes.

type Module = {
  code: string | null
  importedIds: readonly string[]
  isEntry: boolean
}
type Graph = { getModuleInfo(id: string): Module | null }

/** As the bundler spells ids, on every system. */
const fromRoot = (path: string) => normalizePath(fileURLToPath(new URL(`../${path}`, import.meta.url)))

const pages = (...names: string[]) => names.map((name) => fromRoot(`web/${name}`))
const contracts = (...names: string[]) => names.map((name) => fromRoot(`contract/${name}.ts`))
const icons = (...names: string[]) => names.map((name) => `~icons/tabler/${name}.jsx`)
const mantine = (...names: string[]) => names.map((name) => fromRoot(`node_modules/@mantine/core/esm/${name}.mjs`))
const cells = ['ui/cells/columns', 'ui/cells/Amount', 'ui/cells/StatusDot', 'accounting-ui/linkedColumns'].map(
  (name) => `${name}.tsx`,
)
const fields = ['TextField', 'SelectField', 'DateField', 'NumberField', 'TextareaField', 'DescriptionList'].map(
  (name) => `ui/fields/${name}.tsx`,
)

/**
 * Modules that are loaded together form one file: each chunk contains the imports of its roots, and the roots themselves, except
 * those of earlier chunks.
 */
const chunks: Record<string, readonly string[]> = {
  start: pages('main.tsx'),
  signing: pages('auth/AuthFrame.tsx', 'auth/LoginPage.tsx', 'auth/RegisterPage.tsx', 'auth/ForgotPasswordPage.tsx'),
  inside: [
    ...pages(
      'shell/SignedInRoot.tsx',
      'shell/Frame.tsx',
      'shell/routeGuard.ts',
      'ui/list/ListPage.tsx',
      'ui/filters/FilterDrawer.tsx',
      'ui/filters/FilterNative.tsx',
      'ui/states/LoadingState.tsx',
      'api/useCallQuery.ts',
      'documents/DocumentStatus.tsx',
      'documents/lockReason.ts',
      'documents/DocumentsPage.tsx',
      'ui/page/LoadingPage.tsx',
      'i18n/BidiText.tsx',
      'organization/OwnAmount.tsx',
      'api/seen/lastSeen.ts',
      'offline/registerWorker.ts',
      ...cells,
    ),
    ...mantine('components/ScrollArea/utils/to-int', 'core/utils/get-env/get-env'),
    fromRoot('ledger/calendar/calendar.ts'),
    ...icons('check'),
    ...contracts('organization', 'fields/registration'),
    ...contracts(
      'kit/resource',
      'fields/decimal',
      'fields/text',
      'fields/choice',
      'fields/response-fields',
      'heads',
      'fields/national-address',
      'documents/memo-fields',
      'documents/range-filters',
      'documents/list-sums',
      'documents/document-calls',
      'documents/issue-call',
      'documents/next-number',
    ),
  ],
  home: pages('home/HomePage.tsx'),
  form: pages(
    'ui/form/useRecordForm.ts',
    'ui/form/FormPage.tsx',
    'ui/form/FormSection.tsx',
    ...fields,
    'ui/lines/LinesEditor.tsx',
    'ui/lines/LineSelect.tsx',
    'documents/DocumentDates.tsx',
    'ui/fields/BranchField.tsx',
  ),
  paper: pages('notes/CorrectableDocumentPage.tsx', 'history/HistorySections.tsx', 'deferrals/DeferralsSection.tsx'),
  document: pages('documents/DocumentFormPages.tsx', 'documents/verdict/LiveVerdict.tsx'),
  scanner: pages('bill-inbox/readCode.ts', 'bill-inbox/CameraDialog.tsx'),
}

/** The folders of pages that are used by the same people at the same time: what only they import is one file. */
const families: Record<string, readonly string[]> = {
  sales: [
    'parties',
    'overview',
    'creating',
    'payments',
    'setoffs',
    'notes',
    'many',
    'documents',
    'retention',
    'sharing',
    'recurring',
    'e-invoicing',
    'preview',
    'deferrals',
    'history',
  ],
  purchases: ['bill-inbox', 'customs', 'landed'],
  orders: ['orders', 'goods'],
  books: [
    'journal',
    'assets',
    'chart',
    'years',
    'opening',
    'revaluations',
    'month-close',
    'vat',
    'withholding',
    'forecast',
    'zakat',
  ],
  bank: ['bank', 'bank-statements'],
  reports: ['reports', 'report-mail'],
  goods: ['catalog', 'inventory', 'labels', 'lots', 'places', 'prices'],
  settings: ['organization', 'access', 'webhooks', 'reminders', 'people', 'memberships', 'plans'],
  imports: ['imports'],
  outside: ['auth', 'public-page', 'public', 'law'],
  extras: ['palette', 'keyboard', 'offline', 'ui', 'accounting-ui', 'shell', 'api', 'i18n'],
}

/** Words by the pages that say them. Both languages of a paper are in the file of the forms and views, which print. */
const wordsOf = (id: string): string | undefined => {
  const [, language, name = ''] = /\/locales\/(ar|en)\/(\w+)\.json$/.exec(id) ?? []
  if (!language) return undefined
  if (name === 'paper') return 'form'
  const group = Object.keys(words).find((one) => words[one]?.includes(name)) ?? 'more'
  return `words-${language}-${group}`
}
const words: Record<string, readonly string[]> = {
  start: ['common', 'errors', 'auth'],
  desk: [
    'shell',
    'documents',
    'notes',
    'payments',
    'advances',
    'eInvoicing',
    'eInvoice',
    'sharing',
    'history',
    'deferrals',
    'preview',
    'keyboard',
    'palette',
  ],
  masters: ['parties', 'catalog', 'recurring', 'goods', 'labels', 'lots'],
  reports: ['reports', 'report-mail', 'overview'],
}

/** Imports everything there is of Mantine; of it only what is named is followed. */
const barrel = fromRoot('node_modules/@mantine/core/esm/index.mjs')

/** For the bundler: which chunk a module belongs to; null where it stays with the bundler. */
export function chunkOf(): (id: string, graph: Graph) => string | null {
  let drawn: Map<string, string> | undefined
  return (id, graph) => {
    drawn ??= draw(graph)
    return graph.getModuleInfo(id)?.isEntry ? null : (drawn.get(id) ?? wordsOf(id) ?? null)
  }
}

function draw(graph: Graph): Map<string, string> {
  const chunkById = new Map<string, string>()
  const fileByName = exportsOf(graph.getModuleInfo(barrel)?.code ?? '')
  const importsOf = (id: string) => importedBy(graph.getModuleInfo(id), fileByName)
  for (const [chunk, roots] of Object.entries(chunks)) {
    const missing = roots.find((root) => !graph.getModuleInfo(root))
    if (missing) throw new Error(`the pages have no ${missing}: name another root of the chunk "${chunk}"`)
    for (const id of reachedFrom(roots, importsOf, chunkById)) chunkById.set(id, chunk)
  }
  const owners = new Map<string, Set<string>>()
  for (const [family, folders] of Object.entries(families)) {
    const own = folders.flatMap(modulesOf).filter((id) => graph.getModuleInfo(id))
    for (const id of reachedFrom(own, importsOf, chunkById)) owners.set(id, (owners.get(id) ?? new Set()).add(family))
  }
  for (const [id, families] of owners) chunkById.set(id, families.size === 1 ? ([...families][0] as string) : 'shared')
  return chunkById
}

const modulesOf = (folder: string): string[] =>
  globSync(`web/${folder}/**/*.{ts,tsx}`, { cwd: fromRoot('') }).map((path) => fromRoot(path))

/** The roots and everything that they import, without what has its chunk already. */
function reachedFrom(
  roots: readonly string[],
  importsOf: (id: string) => string[],
  placed: Map<string, string>,
): Set<string> {
  const reached = new Set<string>()
  const waiting = [...roots]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id) || placed.has(id)) continue
    reached.add(id)
    waiting.push(...importsOf(id))
  }
  return reached
}

function importedBy(module: Module | null, fileByName: Map<string, string>): string[] {
  if (!module?.importedIds.includes(barrel)) return [...(module?.importedIds ?? [])]
  const named = namesFrom(module.code ?? '').filter(({ from }) => from === '@mantine/core')
  return [
    ...module.importedIds.filter((id) => id !== barrel),
    ...named.flatMap(({ names }) => names.flatMap(({ theirs }) => fileByName.get(theirs) ?? [])),
  ]
}

/** The file of each exported name of the barrel. */
const exportsOf = (code: string) =>
  new Map(
    namesFrom(code).flatMap(({ names, from }) =>
      names.map(({ ours }) => [ours, posix.join(posix.dirname(barrel), from)] as const),
    ),
  )

/** `import { theirs as ours } from 'from'`, and the same of what is exported on. */
const namesFrom = (code: string) =>
  [...code.matchAll(/(?:import|export)\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g)].map(([, list = '', from = '']) => ({
    from,
    names: list.split(',').map((one) => {
      const [theirs = '', ours = theirs] = one.trim().split(/\s+as\s+/)
      return { theirs, ours }
    }),
  }))
