import { Refusal } from '#server/core/refusal.ts'
import { createThrottle, isLoopback, networkOf } from './throttle.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** The addresses that an account recently signed in from: a few for each account in use. */
const familiarMs = 90 * day
const accountsMaximum = 50_000
const addressesMaximum = 20

/**
 * An attacker has about ninety guesses a day for one account from one address, and a hundred from many addresses together. After
 * that only addresses that signed in before may try. So an attacker slows down himself, and never the owner of the account.
 */
export function createSignInThrottle() {
  const byBoth = createThrottle({ free: 5, windowMs: day, delayMaximumMs: 20 * minute })
  const byAccount = createThrottle({ free: 100, windowMs: day, delayMaximumMs: day })
  const byAddress = createThrottle({ free: 30, windowMs: day, delayMaximumMs: 5 * minute })
  const familiar = new Map<string, Map<string, number>>()
  const isFamiliar = (email: string, network: string, now: number) =>
    now - (familiar.get(email)?.get(network) ?? Number.NEGATIVE_INFINITY) < familiarMs

  return {
    check(email: string, ip: string, now: number): void {
      const network = networkOf(ip)
      byBoth.check(`${email} ${network}`, now)
      if (isFamiliar(email, network, now)) return
      if (!isLoopback(ip)) byAddress.check(network, now)
      // Not a growing wait: a hundred failures from unknown addresses are the limit of a day, in any distribution.
      if (byAccount.count(email, now) >= 100) throw new Refusal('too_many_requests', { params: { seconds: 900 } })
    },
    failed(email: string, ip: string, now: number, isAccount: boolean): void {
      const network = networkOf(ip)
      byBoth.fail(`${email} ${network}`, now, isAccount)
      byAccount.fail(email, now, isAccount)
      if (!isLoopback(ip)) byAddress.fail(network, now, true)
    },
    succeeded(email: string, ip: string, now: number): void {
      const network = networkOf(ip)
      byBoth.clear(`${email} ${network}`)
      const known = familiar.get(email) ?? new Map<string, number>()
      known.delete(network)
      known.set(network, now)
      if (known.size > addressesMaximum) known.delete(known.keys().next().value as string)
      familiar.delete(email)
      if (familiar.size >= accountsMaximum) familiar.delete(familiar.keys().next().value as string)
      familiar.set(email, known)
    },
  }
}
