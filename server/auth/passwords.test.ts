import { expect, test } from 'vitest'
import { hashPassword, passwordMatches } from './passwords.ts'

test('who is known here signs in while one network knocks with more sign-ins than there are places', async () => {
  const stored = await hashPassword('a password of the person')
  // The hash that unknown people are compared with is made once: from here on every knock enters at once.
  await passwordMatches(undefined, 'wrong', '192.0.2.1')
  const ended: string[] = []
  const knock = () =>
    passwordMatches(undefined, 'wrong', '203.0.113.7').then(
      () => ended.push('stranger'),
      (error: { code?: string }) => ended.push(error.code ?? String(error)),
    )
  const knocking = Array.from({ length: 60 }, knock)
  expect(await passwordMatches(stored, 'a password of the person')).toBe(true)
  // Another network has its turn as well, and what is too much is refused at once.
  expect(await passwordMatches(stored, 'a password of the person', '198.51.100.9')).toBe(true)
  const before = ended.filter((one) => one === 'stranger').length
  expect(before).toBeLessThan(17)
  await Promise.all(knocking)
  expect(ended.filter((one) => one === 'unavailable')).toHaveLength(60 - 17)
})
