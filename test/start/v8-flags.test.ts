import { expect, test } from 'vitest'
import { knownFlags } from '../../scripts/v8-flags.mjs'

test('this Node knows every option the server is started with', () => {
  expect(knownFlags()).toEqual([
    '--v8-pool-size=1',
    '--no-maglev',
    '--no-sparkplug',
    '--invocation-count-for-turbofan=400',
    '--no-parallel-scavenge',
    '--max-semi-space-size=8',
    '--heap-growing-percent=20',
  ])
})

test('leaves out what a program does not know instead of refusing to start', () => {
  expect(knownFlags('/bin/true')).toEqual(['--v8-pool-size=1'])
})
