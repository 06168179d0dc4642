import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import { barePrograms, makeBarePath } from '../../scripts/checks/bare-path.ts'

const roots = ['server', 'stand-in', 'scripts', 'test', 'bench', 'e2e']
/** The bootstrap brings what is missing: it may start what a bare machine has to install with. */
const bootstrap = ['scripts/bootstrap.mjs', 'scripts/find-browser.mjs']
/** Linux says the same in `/proc`; the guard around it is the operating system. */
const otherSystems = ['ps']

const files = roots
  .flatMap((root) => readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => `${root}/${name}`))
  .filter((name) => /\.m?ts$|\.mjs$/.test(name) && !bootstrap.includes(name))

test('names no program that a bare machine lacks and no package brings', () => {
  const started = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    if (!text.includes('node:child_process')) return []
    const calls = text.matchAll(/\b(?:spawn|exec|execFile|fork)(?:Sync)?\(\s*['"`]([\w./-]+)/g)
    return [...calls].map(([, program]) => ({ file, program: String(program) }))
  })
  expect(started.length).toBeGreaterThan(4)
  const known = [...Object.keys(barePrograms), ...otherSystems]
  const unknown = started.filter(
    ({ program }) =>
      !known.includes(program) && !program.startsWith('node_modules/.bin/') && !/\.m?[jt]s$/.test(program),
  )
  expect(unknown).toEqual([])
})

test('runs the checks with the programs of a bare machine and of the packages only', () => {
  const folder = mkdtempSync(join(tmpdir(), 'programs-'))
  const [packages, programs, ...others] = makeBarePath(join(folder, 'bin')).split(delimiter)
  expect(others).toEqual([])
  expect(existsSync(join(String(packages), 'vitest'))).toBe(true)
  expect(readdirSync(String(programs))).toContain('gzip')
  expect(readdirSync(String(programs)).filter((name) => !(name in barePrograms))).toEqual([])
  rmSync(folder, { recursive: true })
})
