import { describe, expect, test } from 'vitest'
import { isCommonPassword } from '#contract/access/common-passwords.ts'
import { createSignInThrottle } from './sign-in-throttle.ts'
import { createThrottle, networkOf } from './throttle.ts'

const minute = 60_000
const day = 24 * 60 * minute
const refused = (act: () => void) => {
  try {
    act()
    return false
  } catch {
    return true
  }
}
const person = 'a@example.sa'
const own = '203.0.113.7'

/** How many wrong passwords an attacker can try in this time, from these addresses, at the fastest allowed pace. */
function triesIn(lasting: number, addresses: readonly string[], throttle = createSignInThrottle()): number {
  let tries = 0
  for (let now = 0; now < lasting; now += minute)
    for (const address of addresses) {
      if (refused(() => throttle.check(person, address, now))) continue
      throttle.failed(person, address, now, true)
      tries++
    }
  return tries
}

describe('signing in', () => {
  test('allows a slow attacker about a hundred guesses a day, from one address or from a thousand', () => {
    expect(triesIn(day, ['198.51.100.1'])).toBeLessThanOrEqual(100)
    expect(
      triesIn(
        day,
        Array.from({ length: 150 }, (_, n) => `10.0.${n >> 8}.${n & 255}`),
      ),
    ).toBeLessThanOrEqual(100)
    expect(
      triesIn(
        day,
        Array.from({ length: 150 }, (_, n) => `2001:db8:1:2::${n.toString(16)}`),
      ),
    ).toBeLessThanOrEqual(100)
    expect(triesIn(3 * day, ['198.51.100.2'])).toBeLessThanOrEqual(300)
  })
  test('never blocks a user at an address that signed in before', () => {
    const throttle = createSignInThrottle()
    throttle.succeeded(person, own, 0)
    triesIn(
      day,
      Array.from({ length: 150 }, (_, n) => `10.0.${n >> 8}.${n & 255}`),
      throttle,
    )
    expect(refused(() => throttle.check(person, own, day))).toBe(false)
    expect(refused(() => throttle.check(person, '192.0.2.99', day - minute))).toBe(true)
  })
  test('does not block a user at a new address when a single attacker tries', () => {
    const throttle = createSignInThrottle()
    triesIn(20 * minute, ['198.51.100.1'], throttle)
    expect(refused(() => throttle.check(person, own, 20 * minute))).toBe(false)
  })
  test('refuses one address that tries many accounts', () => {
    const throttle = createSignInThrottle()
    let tries = 0
    for (let now = 0; now < 60 * minute; now += 1000) {
      const account = `${now}@example.sa`
      if (refused(() => throttle.check(account, own, now))) continue
      throttle.failed(account, own, now, true)
      tries++
    }
    expect(tries).toBeLessThan(60)
  })
})

test('invented keys do not push out real keys', () => {
  const throttle = createThrottle({ free: 1, windowMs: day, delayMaximumMs: day, keysMaximum: 100 })
  throttle.fail('account', 0, true)
  for (let n = 0; n < 1000; n++) throttle.fail(`made up ${n}`, 0)
  expect(throttle.count('account', 1)).toBe(1)
  expect(throttle.count('made up 999', 1)).toBe(1)
  expect(throttle.count('made up 1', 1)).toBe(0)
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

test('the failure after the free ones has to wait, and the free ones do not', () => {
  const throttle = createThrottle({ free: 3, windowMs: day, delayMaximumMs: day })
  for (let failures = 1; failures <= 2; failures++) {
    throttle.fail('someone', 0)
    expect(refused(() => throttle.check('someone', 0))).toBe(false)
  }
  throttle.fail('someone', 0)
  expect(refused(() => throttle.check('someone', 0))).toBe(true)
  expect(refused(() => throttle.check('someone', 1000))).toBe(false)
})
