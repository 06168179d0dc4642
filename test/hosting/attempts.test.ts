import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AttemptStore, createAttemptStore } from '#server/core/attempts.ts'
import { createPool, type Pool } from '#server/db/driver/pool.ts'
import { createTestDatabase } from '../harness/database.ts'

// Counts of attempts in the database: two processes see the same ones.

let [one, other]: [AttemptStore, AttemptStore] = [] as never
const pools: Pool[] = []
beforeAll(async () => {
  const { app } = await createTestDatabase()
  pools.push(createPool(app), createPool(app))
  ;[one, other] = pools.map(createAttemptStore) as [AttemptStore, AttemptStore]
})
afterAll(() => Promise.all(pools.map((pool) => pool.end())))

const minute = 60_000
const now = Date.parse('2026-11-26T09:00:00Z')
const attempt = (key: string, isReal = false) => ({ key, window_ms: minute, isReal })
const countOf = async (store: AttemptStore, key: string, at: number) => (await store.find([key], at)).get(key)?.count

test('attempts of two processes at once are all counted', async () => {
  const both = Array.from({ length: 40 }, (_, index) =>
    (index % 2 ? one : other).add([attempt('a'), attempt('b')], now),
  )
  const answered = (await Promise.all(both)).map((counts) => counts.get('a')?.count)
  expect(answered.sort((x = 0, y = 0) => x - y)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
  expect([await countOf(one, 'a', now), await countOf(other, 'b', now)]).toEqual([40, 40])
})

test('a count ends with its window, and is forgotten when it is cleared', async () => {
  await one.add([attempt('c')], now)
  expect(await countOf(other, 'c', now + minute - 1)).toBe(1)
  expect(await countOf(other, 'c', now + minute)).toBeUndefined()
  expect((await other.add([attempt('c')], now + minute)).get('c')?.count).toBe(1)
  await one.clear(['c'])
  expect(await countOf(other, 'c', now + minute)).toBeUndefined()
})

test('the sweep deletes what has expired, and the database stores no e-mail', async () => {
  await one.add([attempt('someone@example.sa'), { ...attempt('later'), window_ms: 10 * minute }], now)
  const { rows } = await (pools[0] as Pool).query('SELECT to_jsonb(attempts)::text AS text FROM attempts')
  expect(rows.some(({ text }) => text.includes('example'))).toBe(false)
  await other.sweep(now + 2 * minute)
  const left = await (pools[0] as Pool).query('SELECT count(*)::int AS n FROM attempts')
  expect(left.rows).toEqual([{ n: 1 }])
})
