import { expect, test } from 'vitest'
import { createPaperCache } from './paper-cache.ts'

test('a paper is set once for all who ask for it at once, and again after a while or a failure', async () => {
  let now = 0
  let made = 0
  const cache = createPaperCache(() => now)
  const make = async () => new Uint8Array([++made])
  const asked = await Promise.all([cache.get('a', make), cache.get('a', make), cache.get('b', make)])
  expect(asked.map(([first]) => first)).toEqual([1, 1, 2])
  expect(await cache.get('a', make)).toEqual(asked[0])
  now = 700_000
  expect(await cache.get('a', make)).toEqual(new Uint8Array([3]))
  await expect(cache.get('c', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await cache.get('c', make)).toEqual(new Uint8Array([4]))
})

test('old papers leave when the bytes are too many', async () => {
  const cache = createPaperCache()
  let made = 0
  const large = async () => {
    made++
    return new Uint8Array(10_000_000)
  }
  for (const key of ['a', 'b', 'c', 'a', 'c']) await cache.get(key, large)
  expect(made).toBe(4)
})
