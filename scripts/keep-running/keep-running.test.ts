import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { keepRunning } from './keep-running.mjs'

const folder = mkdtempSync(join(tmpdir(), 'keep-running-'))
afterAll(() => rmSync(folder, { recursive: true }))
const lines: string[] = []
const options = { pauses: { least: 5, most: 20 }, tell: (line: string) => lines.push(line) }

/** A program that notes each start and then does what its turn says. */
function programOf(name: string, acts: readonly string[]) {
  const [program, starts] = [join(folder, `${name}.mjs`), join(folder, `${name}.txt`)]
  writeFileSync(
    program,
    `import { appendFileSync, readFileSync } from 'node:fs'
appendFileSync(${JSON.stringify(starts)}, 'x')
const act = ${JSON.stringify(acts)}[readFileSync(${JSON.stringify(starts)}, 'utf8').length - 1]
if (act === 'refuse') process.exit(1)
process.send({ ready: true }, () => (act === 'crash' ? process.kill(process.pid, 'SIGKILL') : process.exit(act === 'fail' ? 1 : 0)))`,
  )
  return { program, starts: () => readFileSync(starts, 'utf8').length }
}

test('a server that crashes or fails after it was ready is started again, until it ends by itself', async () => {
  const { program, starts } = programOf('crash', ['crash', 'fail', 'refuse', 'end'])
  let ended = 0
  expect(await keepRunning(process.execPath, [program], { ...options, afterLast: async () => void ended++ })).toBe(0)
  expect(starts()).toBe(4)
  expect(ended).toBe(1)
  expect(lines[0]).toMatch(/ended \(SIGKILL\) and is started again/)
})

test('a server that refuses its first start is not started again', async () => {
  const { program, starts } = programOf('refuse', ['refuse', 'end'])
  expect(await keepRunning(process.execPath, [program], options)).toBe(1)
  expect(starts()).toBe(1)
})
