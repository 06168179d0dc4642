import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { normalizePath } from 'vite'

// By default the bundler makes a file of everything the same pages share: 142 files for the invoice list, 199 for an
// invoice, most below a kilobyte. A browser requests six at a time from a server without a proxy, so the requests took
// longer than the bytes.

type Module = {
  code: string | null
  importedIds: readonly string[]
  dynamicImporters: readonly string[]
  isEntry: boolean
}
type Graph = { getModuleInfo(id: string): Module | null }

/** As the bundler spells ids, on every system. */
const fromRoot = (path: string) => normalizePath(fileURLToPath(new URL(`../${path}`, import.meta.url)))

const pages = (...names: string[]) => names.map((name) => fromRoot(`web/${name}`))
const contracts = (...names: string[]) => names.map((name) => fromRoot(`contract/${name}.ts`))
const cells = ['ui/cells/columns', 'ui/cells/Amount', 'ui/cells/StatusDot', 'accounting-ui/linkedColumns'].map(
  (name) => `${name}.tsx`,
)
const fields = ['TextField', 'SelectField', 'DateField', 'NumberField', 'TextareaField', 'DescriptionList'].map(
  (name) => `ui/fields/${name}.tsx`,
)

/**
 * Modules that are loaded together form one file: each chunk contains the imports of its roots except those of earlier
 * chunks.
 */
const chunks: Record<string, readonly string[]> = {
  start: pages('main.tsx'),
  signing: pages('auth/AuthFrame.tsx', 'auth/LoginPage.tsx'),
  inside: pages('shell/SignedInRoot.tsx', 'shell/Frame.tsx', 'shell/routeGuard.ts'),
  wire: contracts(
    ...['kit/resource', 'fields/decimal', 'fields/text', 'fields/choice', 'fields/response-fields'],
    ...[
      'heads',
      'fields/national-address',
      'documents/memo-fields',
      'documents/range-filters',
      'documents/list-sums',
      'documents/issue-call',
      'documents/next-number',
    ],
  ),
  list: pages(
    'ui/list/ListPage.tsx',
    'ui/filters/FilterDrawer.tsx',
    'ui/filters/FilterNative.tsx',
    'ui/states/LoadingState.tsx',
    ...cells,
  ),
  form: pages('ui/form/useRecordForm.ts', 'ui/form/FormPage.tsx', 'ui/form/FormSection.tsx', ...fields),
  lines: pages(
    'ui/lines/LinesEditor.tsx',
    'ui/lines/LineSelect.tsx',
    'documents/DocumentDates.tsx',
    'ui/fields/BranchField.tsx',
  ),
}

/** Imports everything there is of Mantine; of it only what is named is followed. */
const barrel = fromRoot('node_modules/@mantine/core/esm/index.mjs')

/** For the bundler: which chunk a module belongs to; null where it stays with the bundler, as pages do that are loaded when they are opened. */
export function chunkOf(): (id: string, graph: Graph) => string | null {
  let drawn: Map<string, string> | undefined
  return (id, graph) => {
    drawn ??= draw(graph)
    const module = graph.getModuleInfo(id)
    return module?.isEntry || module?.dynamicImporters.length ? null : (drawn.get(id) ?? null)
  }
}

function draw(graph: Graph): Map<string, string> {
  const chunkById = new Map<string, string>()
  const fileByName = exportsOf(graph.getModuleInfo(barrel)?.code ?? '')
  for (const [chunk, roots] of Object.entries(chunks)) {
    const missing = roots.find((root) => !graph.getModuleInfo(root))
    if (missing) throw new Error(`the pages have no ${missing}: name another root of the chunk "${chunk}"`)
    const waiting = [...roots]
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (chunkById.has(id)) continue
      chunkById.set(id, chunk)
      waiting.push(...importedBy(graph.getModuleInfo(id), fileByName))
    }
  }
  return chunkById
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
