import { Refusal } from '#server/core/refusal.ts'
import { createThrottle, isLoopback, networkOf } from './throttle.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** Where an account was signed in from not long ago; as many accounts as are in use, a few addresses each. */
const familiarMs = 90 * day
const accountsMaximum = 50_000
const addressesMaximum = 20

/**
 * Who guesses one account's password from one address has about ninety tries a day; from many addresses together a hundred, after
 * which only those it was signed in from before may try. So a stranger slows down himself, and never the person whose account it is.
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
      // Not by its own growing wait: a hundred strangers' failures are a day's worth, however they were spread.
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
