import { expect, test } from 'vitest'
import { createTurns } from './lock-turns.ts'

type Row = { left: number }
const settle = () => new Promise((resolve) => setImmediate(resolve))

/** Rows by key, and a log of locks and of writes per member. */
function stand(count: number) {
  const told: string[] = []
  const rows = new Map<number, Row>([1, 2, 3].map((key) => [key, { left: 10 }]))
  const { turns, ended } = createTurns(count, () => told.push('all passed'))
  const lock = async (keys: readonly number[]) => {
    told.push(`lock ${keys}`)
    return new Map(keys.flatMap((key) => (rows.has(key) ? [[key, rows.get(key) as Row] as const] : [])))
  }
  const take = (index: number, keys: number[]) =>
    turns[index]?.acquireInOrder(keys, lock).then((own) => {
      told.push(`${index} has ${[...own.keys()]}`)
      return own
    })
  return { told, turns, ended, take }
}

test('rows are locked only when all members have named theirs, in one order', async () => {
  const { told, take, turns } = stand(2)
  take(0, [3, 1])
  await settle()
  expect(told).toEqual([])
  take(1, [2, 1, 9])
  await settle()
  expect(told).toEqual(['lock 1,2,3,9', '0 has 1,3'])
  turns[0]?.release()
  await settle()
  expect(told.slice(2)).toEqual(['1 has 1,2'])
  turns[1]?.release()
  expect(told.slice(3)).toEqual(['all passed'])
})

test('the next member finds the rows as the previous one left them', async () => {
  const { take, turns } = stand(2)
  const first = take(0, [1])
  const second = take(1, [1])
  const row = (await first)?.get(1) as Row
  row.left -= 4
  turns[0]?.release()
  expect((await second)?.get(1)).toEqual({ left: 6 })
})

test('no member waits for one that ends without locking or passing', async () => {
  const { told, take, ended } = stand(3)
  take(0, [1])
  take(2, [2])
  ended(1)
  await settle()
  expect(told).toEqual(['lock 1,2', '0 has 1'])
  ended(0)
  await settle()
  ended(2)
  ended(2)
  expect(told.slice(2)).toEqual(['2 has 2', 'all passed'])
})

test('if no member locks, all have passed when all have ended', () => {
  const { told, ended } = stand(2)
  ended(1)
  expect(told).toEqual([])
  ended(0)
  expect(told).toEqual(['all passed'])
})

test('a failed lock rejects every member in turn', async () => {
  const { turns } = createTurns(2, () => {})
  const failing = () => Promise.reject(new Error('no lock'))
  const first = turns[0]?.acquireInOrder([1], failing)
  const second = turns[1]?.acquireInOrder([2], failing)
  await expect(first).rejects.toThrow('no lock')
  turns[0]?.release()
  await expect(second).rejects.toThrow('no lock')
})
