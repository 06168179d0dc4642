import { readFileSync } from 'node:fs'
import { hash, verify } from '@node-rs/argon2'
import { createFairTurns } from '#server/core/fair-turns.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { TenantDatabase } from '#server/db/tenant/transaction.ts'

// argon2id with the library's defaults: 19 MiB, 2 passes, 1 lane (OWASP's minimum).

/** The hash of a password that is chosen. Refused where known breaches hold it. */
export async function hashPassword(password: string, field = 'password', stranger?: string): Promise<string> {
  if (isBreached(password)) throw new Refusal('password_breached', { field })
  return limited(() => hash(password.normalize('NFC')), stranger)
}

/** Names that a guesser tries first: the product, the country, and what the person and the organization are called. */
const alwaysNamed = ['mizan', 'ميزان', 'saudi arabia', 'saudi', 'السعودية', 'riyadh']
const ownSigns = 8

/** Refuses a password of which less than eight signs are left without the words of its context. */
export function requireUnrelated(password: string, context: readonly string[], field = 'password'): void {
  const bare = (text: string) =>
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, '')
  const words = [...alwaysNamed, ...context.flatMap((text) => [text, ...text.split(/[\s@.]+/)])].map(bare)
  const named = words.filter((word) => word.length >= 4).toSorted((one, other) => other.length - one.length)
  const given = bare(password)
  const rest = named.reduce((left, word) => left.replaceAll(word, ''), given)
  if (rest !== given && rest.length < ownSigns) throw new Refusal('password_of_context', { field })
}

/** What the organization of these credentials is called. */
export async function namesAround(db: TenantDatabase): Promise<string[]> {
  const { name, name_en } = await db.selectFrom('organizations').select(['name', 'name_en']).executeTakeFirstOrThrow()
  return [name, name_en ?? '']
}

let breached: string | undefined
/** One text of lines, in lower case: searched as it is, since passwords are chosen seldom. */
function isBreached(password: string): boolean {
  breached ??= readFileSync(new URL('./breached-passwords.txt', import.meta.url), 'utf8')
  return !password.includes('\n') && breached.includes(`\n${password.normalize('NFC').toLowerCase()}\n`)
}

/** Compares in the same time with and without a user: without one, against a hash of an unknown password. */
export async function passwordMatches(
  stored: string | null | undefined,
  password: string,
  stranger?: string,
): Promise<boolean> {
  const against = stored ?? (await dummyHash())
  const matches = await limited(() => verify(against, password.normalize('NFC')), stranger)
  return matches && stored !== null && stored !== undefined
}

let dummy: Promise<string> | undefined
function dummyHash(): Promise<string> {
  dummy ??= hash(crypto.randomUUID())
  return dummy
}

/**
 * Hashing is meant to be expensive, so only as many run at once as there are cores, and a long queue is refused. Strangers have a queue of
 * their own, with turns by network: who knocks often waits behind himself, and never in front of a person who is known here.
 */
const known = createFairTurns<string>(
  { running: 2, runningOfOne: 2, waiting: 64, waitingOfOne: 64, patience_ms: 20_000 },
  () => new Refusal('unavailable'),
)
const strangers = createFairTurns<string>(
  { running: 1, runningOfOne: 1, waiting: 64, waitingOfOne: 16, patience_ms: 20_000 },
  () => new Refusal('unavailable'),
)

/** `stranger`: the network that asks, when the person was never signed in from there. */
const limited = <Result>(work: () => Promise<Result>, stranger?: string): Promise<Result> =>
  stranger === undefined ? known.take('known', work) : strangers.take(stranger, work)
