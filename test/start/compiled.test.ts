import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('each module of the server is compiled before the first start, with the flags of the start', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } }
  const [exec, node, ...flags] = scripts.start.split(' ').slice(0, -1)
  expect([exec, node]).toEqual(['exec', 'node'])
  const { status, stderr } = spawnSync(process.execPath, [...flags, 'scripts/compile-server.mjs'], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
})
