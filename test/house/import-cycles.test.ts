import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { expect, test } from 'vitest'

// The shape of the import graph: no cycles, small folders, unique names.

const every = globSync('{ledger,contract,server,web,stand-in,bench,scripts,test,e2e}/**/*.{ts,tsx,mjs,sql}').map(
  (path) => path.replaceAll('\\', '/'),
)
const modules = every.filter((path) => /\.tsx?$/.test(path))
const known = new Set(modules)
const texts = new Map(modules.map((path) => [path, readFileSync(path, 'utf8')]))

/** Values and types alike. What is loaded lazily by `import()` is no dependency of the module that loads it: pages are. */
function importsOf(path: string): string[] {
  return [...(texts.get(path) as string).matchAll(/(?:from\s*|^import )'([#.][^']+)'/gm)]
    .map(([, name = '']) => (name.startsWith('#') ? name.slice(1) : join(dirname(path), name)))
    .filter((target) => known.has(target) && target !== path)
}
const files = new Map(modules.map((path) => [path, new Set(importsOf(path))]))

/** The groups of nodes that reach each other (Tarjan's strongly connected components), each sorted and joined. */
function cycles(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const found: string[] = []
  const visit = (node: string) => {
    order.set(node, order.size)
    low.set(node, order.get(node) as number)
    stack.push(node)
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) visit(next)
      if (stack.includes(next)) low.set(node, Math.min(low.get(node) as number, low.get(next) as number))
    }
    if (low.get(node) !== order.get(node)) return
    const group = stack.splice(stack.indexOf(node))
    if (group.length > 1) found.push(group.sort().join(' '))
  }
  for (const node of graph.keys()) if (!order.has(node)) visit(node)
  return found
}

/** Between folders of so many levels; a file directly in an upper folder is a node of its own. */
function folders(root: string, levels: number): Map<string, Set<string>> {
  const nodeOf = (path: string) => {
    const parts = path.split('/')
    return parts.length <= levels ? path : parts.slice(0, levels).join('/')
  }
  const graph = new Map<string, Set<string>>()
  for (const [path, targets] of files) {
    if (!path.startsWith(`${root}/`) || path.includes('.test.')) continue
    const from = nodeOf(path)
    const to = graph.get(from) ?? new Set()
    graph.set(from, to)
    for (const target of targets) if (target.startsWith(`${root}/`) && nodeOf(target) !== from) to.add(nodeOf(target))
  }
  return graph
}

test('the check finds a cycle', () => {
  const graph = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['c'])],
    ['c', new Set(['b'])],
  ])
  expect(cycles(graph)).toEqual(['b c'])
})

test('no import cycle between files, types included', () => {
  expect(files.size).toBeGreaterThan(1000)
  expect(cycles(files)).toEqual([])
})

test.each([
  ['ledger', 2],
  ['contract', 2],
  ['server', 2],
  ['web', 2],
  ['server/reports', 3],
  ['server/journal', 3],
  ['web/ui', 3],
])('no import cycle between the folders of %s', (root, levels) => {
  expect(cycles(folders(root, levels))).toEqual([])
})

test('a folder holds at most 25 code files', () => {
  // One file per step or guarantee, by number.
  const numbered = ['server/db/migrations', 'server/db/invariants']
  const counts = Map.groupBy(
    every.filter((path) => path.startsWith('test/') || !path.includes('.test.')),
    (path) => dirname(path),
  )
  const large = [...counts].filter(([folder, paths]) => paths.length > 25 && !numbered.includes(folder))
  expect(large.map(([folder, { length }]) => `${folder} ${length}`)).toEqual([])
})

test('an exported name is unique inside its root', () => {
  const repeated = ['ledger', 'contract', 'server', 'web'].flatMap((root) => {
    const places = Map.groupBy(
      modules
        .filter((path) => path.startsWith(`${root}/`) && path !== 'server/db/schema.ts')
        .flatMap((path) => exportedNames(path).map((name) => ({ name, path }))),
      ({ name }) => name,
    )
    return [...places].filter(([, { length }]) => length > 1).map(([name]) => `${root} ${name}`)
  })
  expect(repeated).toEqual([])
})

const exportedNames = (path: string): string[] =>
  [...(texts.get(path) as string).matchAll(/^export (?:async )?(?:function\*?|const|class|type) (\w+)/gm)].map(
    ([, name]) => name as string,
  )
