import { describe, expect, test } from 'vitest'
import { isCommonPassword } from '#contract/access/common-passwords.ts'
import type { AttemptStore, Attempts } from '#server/core/attempts.ts'
import { networkOf } from '#server/core/network.ts'
import { signInThrottle } from './sign-in-throttle.ts'
import { createThrottle } from './throttle.ts'

const minute = 60_000
const day = 24 * 60 * minute
/** The rules of the store without a database. `test/hosting/attempts.test.ts` has the real one. */
function memoryStore(): AttemptStore {
  const all = new Map<string, Attempts & { until: number }>()
  const find = (keys: readonly string[], now: number) =>
    new Map(keys.flatMap((key) => [all.get(key)].flatMap((one) => (one && one.until > now ? [[key, one]] : []))))
  return {
    find: async (keys, now) => find(keys, now),
    async add(attempts, now) {
      for (const { key, window_ms } of attempts) {
        const known = find([key], now).get(key) ?? { count: 0, since: now, until: now + window_ms }
        all.set(key, { ...known, count: known.count + 1, last_at: now })
      }
      return find(
        attempts.map(({ key }) => key),
        now,
      )
    },
    giveBack: async () => {},
    clear: async (keys) => {
      for (const key of keys) all.delete(key)
    },
    sweep: async () => {},
  }
}
const refused = (act: Promise<unknown>) =>
  act.then(
    () => false,
    () => true,
  )
const person = 'a@example.sa'
const own = '203.0.113.7'
const addresses = Array.from({ length: 150 }, (_, n) => `10.0.${n >> 8}.${n & 255}`)

/** How many wrong passwords an attacker can try in this time, from these addresses, at the fastest allowed pace. */
async function triesIn(lasting: number, from: readonly string[], store = memoryStore()): Promise<number> {
  let tries = 0
  for (let now = 0; now < lasting; now += minute)
    for (const address of from) {
      if (await refused(signInThrottle.check(store, person, address, now))) continue
      await signInThrottle.failed(store, person, address, now, true)
      tries++
    }
  return tries
}

describe('signing in', () => {
  test('allows a slow attacker about a hundred guesses a day, from one address or from a thousand', async () => {
    expect(await triesIn(day, ['198.51.100.1'])).toBeLessThanOrEqual(100)
    expect(await triesIn(day, addresses)).toBeLessThanOrEqual(100)
    const network = Array.from({ length: 150 }, (_, n) => `2001:db8:1:2::${n.toString(16)}`)
    expect(await triesIn(day, network)).toBeLessThanOrEqual(100)
    expect(await triesIn(3 * day, ['198.51.100.2'])).toBeLessThanOrEqual(300)
  })
  test('never blocks a user at an address that signed in before', async () => {
    const store = memoryStore()
    await signInThrottle.succeeded(store, person, own, 0)
    await triesIn(day, addresses, store)
    expect(await refused(signInThrottle.check(store, person, own, day))).toBe(false)
    expect(await refused(signInThrottle.check(store, person, '192.0.2.99', day - minute))).toBe(true)
  })
  test('does not block a user at a new address when a single attacker tries', async () => {
    const store = memoryStore()
    await triesIn(20 * minute, ['198.51.100.1'], store)
    expect(await refused(signInThrottle.check(store, person, own, 20 * minute))).toBe(false)
  })
  test('refuses one address that tries many accounts', async () => {
    const store = memoryStore()
    let tries = 0
    for (let now = 0; now < 60 * minute; now += 1000) {
      const account = `${now}@example.sa`
      if (await refused(signInThrottle.check(store, account, own, now))) continue
      await signInThrottle.failed(store, account, own, now, true)
      tries++
    }
    expect(tries).toBeLessThan(60)
  })
})

test.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
  ['203.0.113.7', '203.0.113.7'],
])('%s belongs to %s', (address, network) => expect(networkOf(address)).toBe(network))

test.each([
  'password',
  'Password1',
  'P@ssw0rd123',
  '12345678',
  '87654321',
  '11111111',
  'abababab',
  'qwertyuiop',
  'abcdefgh',
  'qwerty123456',
  'iloveyou2',
  'mohammed1',
  'Riyadh2025!',
  'admin123',
  '1q1q1q1q',
])('%s is among the first to be guessed', (password) => expect(isCommonPassword(password)).toBe(true))
test.each([
  'a long password 1',
  'another password',
  'chosen by myself',
  'mizan-demo-1446',
  'جملة طويلة لا تُخمَّن',
  'tr0ub4dor&3',
  'vX7$kq2LmP',
  'a third password',
])('%s is not', (password) => expect(isCommonPassword(password)).toBe(false))

test('the failure after the free ones has to wait, and the free ones do not', async () => {
  const throttle = createThrottle({ purpose: 'trial', free: 3, windowMs: day, delayMaximumMs: day })
  const store = memoryStore()
  for (let failures = 1; failures <= 2; failures++) {
    await throttle.fail(store, 'someone', 0)
    expect(await refused(throttle.check(store, 'someone', 0))).toBe(false)
  }
  await throttle.fail(store, 'someone', 0)
  expect(await refused(throttle.check(store, 'someone', 0))).toBe(true)
  expect(await refused(throttle.check(store, 'someone', 1000))).toBe(false)
})
