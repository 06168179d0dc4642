// The checks of a change in a minute or two: style, types, and the tests whose imports lead to a changed file. The base
// is the target branch, or the first argument. `npm test` stays the judge.
import { spawnSync } from 'node:child_process'

const base = process.argv[2] ?? 'main'
const steps: [string, string[]][] = [
  ['biome', ['check', '--error-on-warnings', '--changed', `--since=${base}`, '--no-errors-on-unmatched']],
  ['tsc', ['-p', 'tsconfig.json']],
  ['tsc', ['-p', 'tsconfig.web.json']],
  ['vitest', ['run', '--changed', base, '--passWithNoTests']],
]
const failed = steps.find(
  ([command, given]) =>
    spawnSync(command, given, { stdio: 'inherit', shell: process.platform === 'win32' }).status !== 0,
)
process.exitCode = failed ? 1 : 0
