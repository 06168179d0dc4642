import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { makeBarePath } from './bare-path.ts'

type Count = { passed: number; failed: number }
type Step = { name: string; command: string; given: string[]; count?: () => Count }

const reports = resolve('test-results/reports')
const vitestReport = `${reports}/vitest.json`
const playwrightReport = `${reports}/playwright.json`

/** All of CI, in the order in which a mistake is found soonest. The first step that fails ends the run. */
const steps: Step[] = [
  { name: 'style', command: 'biome', given: ['check', '--error-on-warnings'] },
  { name: 'types of the server', command: 'tsc', given: ['-p', 'tsconfig.json'] },
  { name: 'types of the pages', command: 'tsc', given: ['-p', 'tsconfig.web.json'] },
  {
    name: 'rules and requests',
    command: 'vitest',
    given: ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
    count: () => countVitest(vitestReport),
  },
  {
    name: 'journeys in the browser',
    command: 'playwright',
    given: ['test', '--reporter=dot,json', '--pass-with-no-tests'],
    count: () => countPlaywright(playwrightReport),
  },
]

process.exitCode = runAll()

function runAll(): number {
  rmSync(reports, { recursive: true, force: true })
  mkdirSync(reports, { recursive: true })
  const temporary = mkdtempSync(join(temporaryParent(), 'mizan-check-'))
  // PostgreSQL works as another user and finds its programs and data folders below it.
  chmodSync(temporary, 0o711)
  // Ctrl-C ends the running step; the folder is deleted after it.
  process.once('SIGINT', () => {})
  try {
    return runSteps(temporary)
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

/** In memory where there is room for it: on a disk, copying and deleting data folders took a quarter of the time of the tests of backups. */
function temporaryParent(): string {
  const needed_bytes = 8_000_000_000
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    if (bavail * bsize > needed_bytes && process.availableMemory() > 2 * needed_bytes) return '/dev/shm'
  } catch {
    // Not every system has one.
  }
  return tmpdir()
}

function runSteps(temporary: string): number {
  const total: Count = { passed: 0, failed: 0 }
  let hasFailed = false
  const PATH = process.platform === 'win32' ? process.env.PATH : makeBarePath(join(temporary, 'programs'))
  for (const { name, command, given, count } of steps) {
    const start_ms = Date.now()
    console.log(`\n— ${name}`)
    const env = { ...process.env, PATH, PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport, TMPDIR: temporary }
    const { status, error } = spawnSync(command, given, { stdio: 'inherit', env, shell: process.platform === 'win32' })
    if (error) console.error(error.message)
    const counted = count?.()
    total.passed += counted?.passed ?? 0
    total.failed += counted?.failed ?? 0
    console.log(`  ${name}: ${status === 0 ? 'ok' : 'FAILED'}, ${((Date.now() - start_ms) / 1000).toFixed(1)} s`)
    hasFailed = status !== 0
    if (hasFailed) break
  }
  console.log(`\n${total.passed} passed, ${total.failed} failed`)
  return hasFailed ? 1 : 0
}

function countVitest(path: string): Count {
  const report = readReport<{ numPassedTests: number; numFailedTests: number }>(path)
  return { passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0 }
}

function countPlaywright(path: string): Count {
  const report = readReport<{ stats: { expected: number; flaky: number; unexpected: number } }>(path)
  return { passed: (report?.stats.expected ?? 0) + (report?.stats.flaky ?? 0), failed: report?.stats.unexpected ?? 0 }
}

/** A step that broke before its first test leaves no report. */
function readReport<Report>(path: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Report
  } catch {
    return undefined
  }
}
