import { expect, test } from 'vitest'
import { createOneAtATime } from './one-at-a-time.ts'

test('attempts of a key that come at once are counted one after the other, and others do not wait for them', async () => {
  const oneAtATime = createOneAtATime()
  const counts = new Map<string, number>()
  const passed: string[] = []
  const attempt = async (key: string) => {
    // Asked first, counted afterwards, as a wrong password is.
    if ((counts.get(key) ?? 0) >= 5) return
    passed.push(key)
    await new Promise((done) => setTimeout(done, 1))
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const tries = Array.from({ length: 15 }, () => oneAtATime('a', () => attempt('a')))
  await Promise.all([...tries, oneAtATime('b', () => attempt('b'))])
  expect([passed.filter((key) => key === 'a').length, passed.indexOf('b') < 5]).toEqual([5, true])
})

test('a failure does not hold up those behind it, and too many at once are refused', async () => {
  const oneAtATime = createOneAtATime()
  const failing = oneAtATime('a', () => Promise.reject(new Error('wrong')))
  const next = oneAtATime('a', async () => 'next')
  await expect(failing).rejects.toThrow('wrong')
  expect(await next).toBe('next')
  const many = Array.from({ length: 21 }, () => oneAtATime('a', async () => 'done'))
  const ended = await Promise.allSettled(many)
  expect(ended.filter(({ status }) => status === 'rejected')).toHaveLength(1)
  expect(await oneAtATime('a', async () => 'again')).toBe('again')
})
