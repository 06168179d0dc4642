import { globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { describe, expect, test } from 'vitest'
import { serverFamilies, sharedFolders } from '#server/families.ts'

// The habits of decision 0001 as a test. The numbers are a ratchet: they may tighten, never loosen.

type Source = { path: string; text: string; lines: number; code: string[] }
const read = (pattern: string): Source[] =>
  globSync(pattern, { exclude: (path) => path.includes('node_modules') }).map((path) => {
    const text = readFileSync(path, 'utf8')
    const lines = text.split('\n')
    // Without blank lines, comments and imports: what a reader has to understand.
    const code = lines.filter((line) => !/^\s*($|\/\/|\/?\*|import )/.test(line))
    return { path: path.replaceAll('\\', '/'), text, lines: lines.length - 1, code }
  })
const roots = ['ledger', 'contract', 'server', 'web', 'stand-in']
const all = roots.flatMap((root) => read(`${root}/**/*.{ts,tsx}`)).filter(({ path }) => path !== 'server/db/schema.ts')
const sources = all.filter(({ path }) => !path.includes('.test.'))
const tests = [...all.filter(({ path }) => path.includes('.test.')), ...read('test/**/*.ts'), ...read('e2e/**/*.ts')]
const importsOf = ({ text }: Source) =>
  [...text.matchAll(/(?:from|import\()\s*'([^']+)'/g)].map((match) => match[1] as string)

describe('sizes', () => {
  test('there is something to measure', () => expect(sources.length).toBeGreaterThan(150))
  test('no file over 350 lines, no test over 500', () => {
    expect(sources.filter(({ lines }) => lines > 350).map(({ path }) => path)).toEqual([])
    expect(tests.filter(({ lines }) => lines > 500).map(({ path }) => path)).toEqual([])
  })
  test('half of all files under 80 lines, nine in ten under 200', () => {
    const sorted = sources.map(({ lines }) => lines).sort((a, b) => a - b)
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThan(80)
    expect(sorted[Math.floor(sorted.length * 0.9)]).toBeLessThan(200)
  })
  test('no function over 90 lines', () => {
    const long = sources.flatMap(({ path, text }) => longFunctions(text).map((name) => `${path}: ${name}`))
    expect(long).toEqual([])
  })
  test.each([
    ['contract/kit', 135],
    ['server/resource', 700],
  ])('%s stays within %i lines of code', (folder, cap) => {
    const own = sources.filter(({ path }) => path.startsWith(`${folder}/`))
    expect(own.reduce((sum, { code }) => sum + code.length, 0)).toBeLessThanOrEqual(cap)
  })
})

test('casts around the type checker are few, and each has its reason in a comment next to it', () => {
  const castsAtMost = 39
  const casts = sources
    .filter(({ path }) => !path.startsWith('contract/kit/'))
    .flatMap(({ path, text }) => {
      const lines = text.split('\n')
      const isComment = (line = '') => /^\s*(\/\/|\{?\/\*|\*)/.test(line)
      return lines.flatMap((line, index) =>
        /\bas (never|unknown as|Call)\b/.test(line) && !isComment(line)
          ? [{ place: `${path}:${index + 1}`, hasReason: lines.slice(Math.max(0, index - 3), index).some(isComment) }]
          : [],
      )
    })
  expect(casts.filter(({ hasReason }) => !hasReason).map(({ place }) => place)).toEqual([])
  expect(casts.length).toBeLessThanOrEqual(castsAtMost)
})

test('modules that few requests need are loaded by the first of them, not at the start', () => {
  const atStart = sources.filter(
    ({ path, text }) =>
      path.startsWith('server/') && /^import (?!type )[^\n]*'(sharp|nodemailer|hucre\/xlsx)'/m.test(text),
  )
  expect(atStart.map(({ path }) => path)).toEqual([])
})

/** Top-level functions by their first and last line; the formatter guarantees the shape. */
function longFunctions(text: string): string[] {
  const long: string[] = []
  let start = -1
  const lines = text.split('\n')
  for (const [index, line] of lines.entries()) {
    if (/^(export )?(async )?function\*? /.test(line)) start = index
    if (line === '}' && start >= 0) {
      if (index - start >= 90) long.push(lines[start] as string)
      start = -1
    }
  }
  return long
}

/** The imports of a file from our other files, as `path name`. */
const namedImports = ({ path, text }: Source): string[] =>
  [...text.matchAll(/\{([^{}]*)\}\s*(?:from\s*|= await import\()'([#.][^']+)'/g)].flatMap(
    ([, names = '', from = '']) => {
      const file = from.startsWith('#') ? from.slice(1) : join(dirname(path), from)
      return names.split(',').map((name) => `${file} ${/(?:type )?(\w*)/.exec(name.trim())?.[1]}`)
    },
  )

describe('boundaries', () => {
  const inside = (root: string) => sources.filter(({ path }) => path.startsWith(`${root}/`))
  const offenders = (list: Source[], forbidden: (name: string, path: string) => boolean) =>
    list.flatMap((source) =>
      importsOf(source)
        .filter((name) => forbidden(name, source.path))
        .map((name) => `${source.path} -> ${name}`),
    )

  test('the ledger imports nothing of ours', () => {
    expect(offenders(inside('ledger'), (name) => !(name.startsWith('.') || name === 'big.js'))).toEqual([])
    const ambient = /\bnew Date\(|Date\.now|process\.|fetch\(|Math\.random|parseFloat|\.toPrecision/
    expect(
      inside('ledger')
        .filter(({ text }) => ambient.test(text))
        .map(({ path }) => path),
    ).toEqual([])
  })
  test('the contract knows zod and the ledger', () => {
    expect(
      offenders(inside('contract'), (name) => !(name.startsWith('.') || name === 'zod' || name.startsWith('#ledger/'))),
    ).toEqual([])
  })
  test('server and web never meet', () => {
    expect(
      offenders(
        inside('web'),
        (name) => name.startsWith('#server') || name.includes('/server/') || name.startsWith('node:'),
      ),
    ).toEqual([])
    expect(offenders(inside('server'), (name) => name.includes('/web/'))).toEqual([])
  })
  test('production knows no stand-in', () => {
    const running = ['ledger', 'contract', 'server', 'web'].flatMap(inside)
    expect(offenders(running, (name) => name.startsWith('#stand-in') || name.includes('/stand-in/'))).toEqual([])
  })
  test('screens keep decimals as exact text and never convert them to numbers', () => {
    // One of too many digits throws there, and takes the whole page with it.
    expect(
      inside('web')
        .filter(({ text }) => /\btoNumber\b/.test(text))
        .map(({ path }) => path),
    ).toEqual([])
  })
  test('a button submits once: screens write through useWrite', () => {
    const writes = inside('web').filter(({ text }) => /\buseMutation\b/.test(text))
    expect(writes.map(({ path }) => path)).toEqual(['web/api/useSubmitOnce.ts'])
  })
  test('kits and database know no family', () => {
    // Services name the types of the e-invoicing gateway and of the outbox.
    const family = new RegExp(`#server/(${serverFamilies.filter((name) => name !== 'e-document').join('|')})/`)
    const general = [
      ...inside('server/core'),
      ...inside('server/resource'),
      ...inside('server/http'),
      ...inside('server/db').filter(({ path }) => !path.includes('/seed/')),
    ]
    expect(offenders(general, (name) => family.test(name))).toEqual([])
    // And what is composed from the web kit, for families to share, knows none of them either.
    const allowed = /^web\/(ui|api|i18n)\//
    const composed = inside('web/ui')
    const strays = composed.flatMap((source) =>
      importsOf(source)
        .filter((name) => name.startsWith('.') && !allowed.test(join(dirname(source.path), name)))
        .map((name) => `${source.path} -> ${name}`),
    )
    expect(strays).toEqual([])
  })
  test('families import only families to their left', () => {
    const late = serverFamilies.flatMap((family, position) =>
      offenders(inside(`server/${family}`), (name) => {
        const other = serverFamilies.indexOf(/^#server\/([\w-]+)\//.exec(name)?.[1] ?? '')
        return other > position
      }),
    )
    expect(late).toEqual([])
  })
  test('the list of families names every folder of the server, and the architecture has its order', () => {
    const folders = readdirSync('server', { withFileTypes: true }).flatMap((one) =>
      one.isDirectory() ? [one.name] : [],
    )
    expect([...serverFamilies, ...sharedFolders].toSorted()).toEqual(folders.toSorted())
    expect(readFileSync('ARCHITECTURE.md', 'utf8')).toContain(
      `only families to its left: ${serverFamilies.join(', ')}. (`,
    )
  })
  test('every export is used by running code, not only by tests', () => {
    // Examples and their notation are there for tests.
    const running = sources.filter(({ path }) => !/\/(example-[\w-]+|notation|families)\.ts$/.test(path))
    const told = new Set(running.flatMap(namedImports))
    const starts = [...read('scripts/**/*.{ts,mjs}'), ...read('server/main.ts')].map(({ text }) => text)
    const idle = running
      .filter(({ path }) => !path.startsWith('web/'))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/^export (?:async )?(?:function\*?|const|class) (\w+)/gm)]
          .map(([, name]) => name as string)
          .filter((name) => !told.has(`${path} ${name}`) && text.split(new RegExp(`\\b${name}\\b`)).length < 3)
          .filter((name) => !starts.some((start) => start.includes(name)))
          .map((name) => `${path} ${name}`),
      )
    expect(idle).toEqual([])
  })
  test('the journal is written by the executor alone', () => {
    const tables = 'journal_entries|journal_lines|monthly_balances|daily_balances|tax_entries|daily_tax_totals'
    const written = new RegExp(`INSERT INTO (${tables})\\b|(insertInto\\(|sendRows\\(into, )'(${tables})'`)
    const writers = inside('server').filter(({ text }) => written.test(text))
    const paths = writers.map(({ path }) => path).toSorted()
    expect(paths).toEqual(['server/posting/write-plan.ts'])
  })
  test('a decision is synchronous and knows no database', () => {
    const decisions = inside('server').filter(({ text }) => /\bdecide\w*\(\s*caller: Caller/.test(text))
    expect(decisions.length).toBeGreaterThan(15)
    expect(decisions.filter(({ text }) => /async (function )?decide\w*\(\s*caller/.test(text))).toEqual([])
  })
})

describe('banned', () => {
  const found = (pattern: RegExp, except: RegExp = /^$/) =>
    [...sources, ...tests]
      .filter(({ path, code }) => !except.test(path) && pattern.test(code.join('\n')))
      .map(({ path }) => path)
  test.each([
    [
      'floats on money',
      /\bparseFloat\(|\.toFixed\(/,
      /^ledger\/money(\.test)?\.ts$|^test\/(house\/tidy|books\/books)\.test\.ts$/,
    ],
    ['markup from strings', /dangerouslySetInnerHTML|\.innerHTML\s*=/, /^test\/house\/tidy/],
    ['an object that is spread where it is written', /\.\.\.\{/, /^$/],
    ['evaluation of text', /\beval\(|new Function\(/, /^test\/house\/tidy/],
    ['a session-wide tenant', /SET app\.|set_config\(/, /^test\/house\/tidy/],
    ['promises instead of work', /\bTODO\b|\bFIXME\b|@ts-ignore|@ts-expect-error|@ts-nocheck/, /^test\/house\/tidy/],
    ['tests that do not run', /\b(test|describe|it)\.(only|skip|todo)\(/, /^test\/house\/tidy/],
    [
      'a shell',
      /child_process/,
      /^server\/pdf\/renderer|^server\/processes\/task-process|^server\/db\/embedded|^test\/|^e2e\//,
    ],
  ])('%s', (_name, pattern, except) => expect(found(pattern, except)).toEqual([]))

  test('styles are logical: they turn with the direction', () => {
    const physical = /(?<![\w-])(margin|padding|border)-(left|right)\s*:|(?<![\w-])(left|right)\s*:\s*[\d-]/
    expect(
      read('web/**/*.css')
        .filter(({ text }) => physical.test(text))
        .map(({ path }) => path),
    ).toEqual([])
  })
  test('no machine path and nothing about its makers is in the project', () => {
    const files = [...sources, ...tests, ...read('scripts/**/*.{ts,mjs}'), ...read('docs/**/*.md'), ...read('*.md')]
    const traces = new RegExp(['/wo' + 'rk/', '(?<!\\.)/home/\\w', 'regis' + 'try\\.npm'].join('|'))
    expect(files.filter(({ text }) => traces.test(text)).map(({ path }) => path)).toEqual([])
  })
})
