import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// docs/hosting.md says what is: every setting, every program, every test it names.

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const guide = read('docs/hosting.md')
const scripts = Object.keys((JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts)

test('every setting of the server is in the guide, and no other one', () => {
  const known = [...read('server/config.ts').matchAll(/\bread\('([A-Z_]+)'\)/g)].map((match) => match[1] as string)
  const internal = ['NODE_ENV']
  const settings = [...new Set(known)].filter((name) => !internal.includes(name)).sort()
  expect(settings.length).toBeGreaterThan(15)
  expect(settings.filter((name) => !guide.includes(`\`${name}\``))).toEqual([])
  const matrix = guide.slice(guide.indexOf('## Settings'))
  const rows = matrix.split('\n').filter((line) => line.startsWith('| `'))
  const named = rows.flatMap((line) =>
    [...(line.split('|')[1] ?? '').matchAll(/`([A-Z_]+)`/g)].map((match) => match[1] as string),
  )
  expect(named.sort()).toEqual(settings)
})

test('every program and every test that the guide names exists', () => {
  const programs = [...guide.matchAll(/npm (?:run ([a-z][a-z-]*)|start|test)/g)].flatMap((match) => match[1] ?? [])
  expect(programs.filter((name) => !scripts.includes(name))).toEqual([])
  const files = [...guide.matchAll(/\b(?:test|scripts|server)\/[\w/.-]+\.(?:ts|mjs)\b/g)].map((match) => match[0])
  expect(files.length).toBeGreaterThan(20)
  expect(files.filter((path) => !existsSync(new URL(`../../${path}`, import.meta.url)))).toEqual([])
})

test('every block of commands says whether it is tested, tried or not run', () => {
  const sections = guide.split(/^##+ /m).slice(1)
  const silent = sections.filter(
    (text) =>
      /```(?!yaml)/.test(text) && !/\*\*Tested|\*\*tested|# tested|[Tt]ried|[Nn]ot run here|Checked with/.test(text),
  )
  expect(silent.map((text) => text.split('\n')[0])).toEqual([])
})
