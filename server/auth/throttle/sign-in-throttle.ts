import type { AttemptStore } from '#server/core/attempts.ts'
import { networkOf } from '#server/core/network.ts'
import { Refusal } from '#server/core/refusal.ts'
import { attemptAt, isLoopback, keyOf, type Limits, refuseWaiting } from './throttle.ts'

const minute = 60_000
const day = 24 * 60 * minute

const byBoth: Limits = { purpose: 'sign-in both', free: 5, windowMs: day, delayMaximumMs: 20 * minute }
const byAccount: Limits = { purpose: 'sign-in account', free: 100, windowMs: day, delayMaximumMs: day }
const byAddress: Limits = { purpose: 'sign-in address', free: 30, windowMs: day, delayMaximumMs: 5 * minute }
/** The addresses that an account recently signed in from. */
const familiar: Limits = { purpose: 'sign-in familiar', free: 1, windowMs: 90 * day, delayMaximumMs: 0 }

/**
 * An attacker has about ninety guesses a day for one account from one address, and a hundred from many addresses together. After
 * that only addresses that signed in before may try. So an attacker slows down himself, and never the owner of the account.
 */
export const signInThrottle = {
  /** Answers whether the account signed in from this network lately. */
  async check(store: AttemptStore, email: string, ip: string, now: number): Promise<boolean> {
    const network = networkOf(ip)
    const both = keyOf(byBoth, `${email} ${network}`)
    const [known, address, account] = [
      keyOf(familiar, `${email} ${network}`),
      keyOf(byAddress, network),
      keyOf(byAccount, email),
    ]
    const found = await store.find([both, known, address, account], now)
    refuseWaiting(byBoth, found.get(both), now)
    if (found.has(known)) return true
    if (!isLoopback(ip)) refuseWaiting(byAddress, found.get(address), now)
    // Not a growing wait: a hundred failures from unknown addresses are the limit of a day, in any distribution.
    if ((found.get(account)?.count ?? 0) >= byAccount.free)
      throw new Refusal('too_many_requests', { params: { seconds: 900 } })
    return false
  },
  async failed(store: AttemptStore, email: string, ip: string, now: number, isAccount: boolean): Promise<void> {
    const network = networkOf(ip)
    const attempts = [
      attemptAt(byBoth, `${email} ${network}`, isAccount),
      attemptAt(byAccount, email, isAccount),
      ...(isLoopback(ip) ? [] : [attemptAt(byAddress, network, true)]),
    ]
    await store.add(attempts, now)
  },
  async succeeded(store: AttemptStore, email: string, ip: string, now: number): Promise<void> {
    const pair = `${email} ${networkOf(ip)}`
    // Cleared first: the ninety days begin again.
    await store.clear([keyOf(byBoth, pair), keyOf(familiar, pair)])
    await store.add([attemptAt(familiar, pair, true)], now)
  },
}
