import { foldWord } from '#server/reading/values/words.ts'
import type { CellRow, Cells } from './import-kind.ts'

/** A node as a row of a file names it. `path` is the names above it: "Assets:Bank:Al Rajhi". */
export type NamedNode = { number: string | undefined; name: string | undefined; parent: string | undefined }

/** Number and name, also where one cell says both, and the parent where the name is a path. */
export function namedNode({ number, name, parent_id }: Cells): NamedNode {
  const steps =
    name
      ?.split(':')
      .map((step) => step.trim())
      .filter(Boolean) ?? []
  const own = steps.at(-1) ?? name
  const both = number === undefined ? /^(\d[\d.-]*)\s*[-–:]?\s+(.*\D.*)$/.exec(own ?? '') : null
  return {
    number: number ?? both?.[1],
    name: both?.[2] ?? own,
    parent: parent_id ?? (steps.length > 1 ? steps.at(-2) : undefined),
  }
}

/** How nodes lie below one another in a file: who is a parent, and each after its own. */
export function nodeTree(rows: Iterable<Cells>, stored: ReadonlySet<string>) {
  const nodes = Array.from(rows, namedNode)
  const numbers = new Set(nodes.flatMap(({ number }) => (number === undefined ? [] : [number])))
  const isNested = nodes.every(({ parent }) => parent === undefined) && areNested(numbers, stored)
  /** The longest number that begins this one, where the numbers of the file are nested in each other. */
  const prefixOf = (number: string | undefined): string | undefined => {
    if (!isNested || number === undefined) return undefined
    for (let length = number.length - 1; length > 0; length--) {
      const prefix = number.slice(0, length)
      if (numbers.has(prefix) || stored.has(prefix)) return prefix
    }
    return undefined
  }
  const parentOf = (node: NamedNode): string | undefined => node.parent ?? prefixOf(node.number)
  const parents = new Set(nodes.flatMap((node) => foldWord(parentOf(node) ?? '') || []))
  const isParent = ({ number, name }: NamedNode): boolean =>
    [number, name].some((one) => one !== undefined && parents.has(foldWord(one)))
  return { parentOf, isParent, arrange: (given: CellRow[]) => arranged(given, parentOf) }
}

/** Numbers as charts have them, 1 above 11 above 1101. Numbers that only count, 1 to 250, are not nested. */
function areNested(numbers: ReadonlySet<string>, stored: ReadonlySet<string>): boolean {
  const all = [...numbers]
  if (!all.every((number) => /^\d+$/.test(number))) return false
  const lengths = new Set(all.map((number) => number.length))
  const isCount = lengths.size > 1 && all.length === Math.max(...all.map(Number))
  return (
    (lengths.size > 1 || all.some((number) => stored.has(number.slice(0, -1)) || stored.has(number.slice(0, -2)))) &&
    !isCount
  )
}

/** Parents before their children; rows without a parent in the file where they are. A loop stays as it is, to be refused. */
function arranged(rows: CellRow[], parentOf: (node: NamedNode) => string | undefined): CellRow[] {
  const byName = new Map<string, CellRow>()
  for (const row of rows) {
    const { number, name } = namedNode(row.cells)
    for (const key of [name, number]) if (key !== undefined) byName.set(foldWord(key), row)
  }
  const placed = new Set<CellRow>()
  for (const row of rows) {
    const above: CellRow[] = []
    for (let at: CellRow | undefined = row; at && !placed.has(at) && !above.includes(at); ) {
      above.push(at)
      const parent = parentOf(namedNode(at.cells))
      at = parent === undefined ? undefined : byName.get(foldWord(parent))
    }
    for (const one of above.toReversed()) placed.add(one)
  }
  return [...placed]
}
