import { globSync, readFileSync, writeFileSync } from 'node:fs'

const root = new URL('../', import.meta.url)
const target = new URL('docs/testing.md', root)
const rulesFile = 'docs/accounting-rules.md'
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const files = (pattern: string) => globSync(pattern, { cwd: root }).map((path) => path.replaceAll('\\', '/'))

/** Every file that may cite a rule. Migrations are never edited, so they are not asked. */
export const citingFiles = (): string[] =>
  ['{ledger,contract,server,web,test,e2e,scripts,bench}/**/*.{ts,tsx}', 'server/db/invariants/*.sql']
    .flatMap(files)
    .filter((path) => !path.includes('node_modules') && path !== 'scripts/generate-testing-table.ts')
    .sort()

/** The rules of `docs/accounting-rules.md` in their order: id and first words. */
export function definedRules(): Map<string, string> {
  const rules = new Map<string, string>()
  const define = (id = '', text = '') => {
    const words = text.replaceAll(/[*`]/g, '').split(/(?<=[\p{L})])[.:;](?: |$)|\|/u)[0] ?? ''
    if (!rules.has(id)) rules.set(id, words.trim())
  }
  for (const line of read(rulesFile).split('\n')) {
    const heading = /^#+ (\d(?:\.\d+)?)\.? (.*)/.exec(line)
    if (heading) define(heading[1], heading[2])
    const vector = /^([VM]\d\d)\|(.*)/.exec(line)
    if (vector) define(vector[1], vector[2])
    const difference = /^\| (C\d+) \| (.*)/.exec(line)
    if (difference) define(difference[1], difference[2])
    const rule = /^(?:- )?\*\*((?:[BPTI]\d+(?:\.\d)?)|2\.1-\d+)(?:\*\*)? ?(.*)/.exec(line)
    if (rule) define(rule[1], rule[2])
  }
  return rules
}

const bareId = /(?<![\w.@#/-])((?:V\d\d|I[0-3]\d|M\d\d|B[1-6](?:\.\d)?|T(?:1[0-2]|[1-9])|2\.1-\d+))(?![\w:]\d|\w|-\d)/g
const anyId = String.raw`(?:\d\.\d+(?:-\d+)?|\d(?!\d)|[A-Z]\d+(?:\.\d)?)`
const citation = new RegExp(
  String.raw`accounting rules?,?(?:\s+\*)? (?:section )?(${anyId}(?:(?:,|;|:| and| to|) ${anyId})*)`,
  'g',
)

/** The ids that comments and titles cite: bare where the id says what it is, any after the words "accounting rule". */
export function citationsIn(text: string): Set<string> {
  const cited = new Set<string>()
  for (const [, list = ''] of text.matchAll(citation)) {
    for (const [id] of list.matchAll(new RegExp(anyId, 'g'))) cited.add(id)
  }
  for (const [, id = ''] of text.matchAll(bareId)) cited.add(id)
  for (const [, kind = '', from, to] of text.matchAll(/\b([VIT])(\d+) to [VIT](\d+)\b/g)) {
    for (let number = Number(from) + 1; number < Number(to); number++) {
      const id = `${kind}${String(number).padStart(from?.length ?? 2, '0')}`
      if (definedRules().has(id)) cited.add(id)
    }
  }
  return cited
}

/** What a reader of a file reads as words: its comments, the titles of its tests and the names of its table rows. */
export function wordsOf(text: string): { comments: string; titles: string[] } {
  const comments = [...text.matchAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)(?:\/\/|--) .*$/gm)].map(([comment]) => comment)
  const called = [
    ...text.matchAll(/(?:\b(?:test|describe|it)(?:\.each\([^)]*\))?|(?<=^\])\))\(\s*(['"`])(.+?)\1/gm),
  ].map((match) => match[2])
  const rows = [...text.matchAll(/['"]([VM]\d\d(?:[ ,][^'"]*)?)['"]/g)].map((match) => match[1])
  return {
    comments: comments.join('\n').replaceAll(/\n\s*(?:\*|\/\/|--) ?/g, ' '),
    titles: [...called, ...rows] as string[],
  }
}

/** Which test files cite each rule, a title first where one names it. */
export function testsByRule(): Map<string, Map<string, string[]>> {
  const found = new Map<string, Map<string, string[]>>()
  const add = (id: string, path: string, title?: string) => {
    const byFile = found.get(id) ?? new Map<string, string[]>()
    byFile.set(path, [...(byFile.get(path) ?? []), ...(title ? [title] : [])])
    found.set(id, byFile)
  }
  for (const path of citingFiles()) {
    const isTest = path.includes('.test.') || path.startsWith('test/harness/') || path.endsWith('.sql')
    if (!isTest || path === 'test/house/rule-citations.test.ts') continue
    const { comments, titles } = wordsOf(read(path))
    for (const title of new Set(titles)) for (const id of citationsIn(title)) add(id, path, title)
    for (const id of citationsIn(comments)) add(id, path)
  }
  return found
}

/** The rules that events, figures or guarantees specify, and that therefore need a test. */
export const needsTest = (id: string): boolean => /^[VMTIB]\d/.test(id) || id.startsWith('2.1-')

/** The text of `docs/testing.md`. */
export function testingTable(): string {
  const rules = definedRules()
  const tests = testsByRule()
  const rows = [...rules].map(([id, text]) => {
    const byFile = [...(tests.get(id) ?? [])].sort(([a], [b]) => (a < b ? -1 : 1))
    return `| ${id} | ${cell(text)} | ${byFile.map(([path, titles]) => fileCell(path, titles, id)).join('<br>')} |`
  })
  const invariants = files('server/db/invariants/*.sql').sort().map(invariantRow)
  return `${[
    '# Tests by rule',
    '',
    'Generated by `scripts/generate-testing-table.ts` from titles and comments; `test/house/rule-citations.test.ts` fails when it is stale. Do not edit.',
    '',
    'A test cites a rule of [accounting-rules.md](accounting-rules.md) by its id, in its title or in a comment. A section without a test here is',
    'held by the tests of the rules inside it.',
    '',
    '## Rules',
    '',
    '| rule | what | tests |',
    '|---|---|---|',
    ...rows,
    '',
    '## Invariants',
    '',
    'Each is a query of `server/db/invariants` that returns the rows which break it. All of them run after every integration test file',
    '(`test/harness/after-file.ts`), after the random history and by `npm run verify`; `test/books/broken-books.test.ts` breaks the books once for each and',
    'expects the invariant to notice.',
    '',
    '| invariant | what it says | rules | seen to fail |',
    '|---|---|---|---|',
    ...invariants,
  ].join('\n')}\n`
}

const cell = (text: string) => text.replaceAll('|', '\\|')

function fileCell(path: string, titles: string[], id: string): string {
  const shown = titles
    .map((title) => title.replace(new RegExp(`^${id}:? ?`), ''))
    .filter((title) => title !== '' && !title.includes('%'))
  return shown.length === 0 ? `\`${path}\`` : `\`${path}\`: ${cell(shown.map((title) => `“${title}”`).join(', '))}`
}

function invariantRow(path: string): string {
  const text = read(path)
  const comment = /^(?:--.*\n)+/.exec(text)?.[0] ?? ''
  const words = comment.replaceAll(/^-- ?/gm, '').replaceAll('\n', ' ').trim()
  const name = path.slice('server/db/invariants/'.length, -'.sql'.length)
  const broken = read('test/books/broken-books.test.ts').includes(`'${name}'`)
  return `| \`${name}\` | ${cell(words)} | ${[...citationsIn(words)].join(', ')} | ${broken ? 'yes' : 'no'} |`
}

if (import.meta.main) {
  const text = testingTable()
  if (text !== readFileSync(target, { encoding: 'utf8', flag: 'a+' })) writeFileSync(target, text)
}
