import { readFileSync } from 'node:fs'
import { hash, verify } from '@node-rs/argon2'
import { Refusal } from '#server/core/refusal.ts'

// argon2id with the library's defaults: 19 MiB, 2 passes, 1 lane (OWASP's minimum).
const atOnceMaximum = 2
const queueMaximum = 32
let running = 0
const waiting: (() => void)[] = []

/** The hash of a password that is chosen. Refused where known breaches hold it. */
export async function hashPassword(password: string, field = 'password'): Promise<string> {
  if (isBreached(password)) throw new Refusal('password_breached', { field })
  return limited(() => hash(password.normalize('NFC')))
}

let breached: string | undefined
/** One text of lines, in lower case: searched as it is, since passwords are chosen seldom. */
function isBreached(password: string): boolean {
  breached ??= readFileSync(new URL('./breached-passwords.txt', import.meta.url), 'utf8')
  return !password.includes('\n') && breached.includes(`\n${password.normalize('NFC').toLowerCase()}\n`)
}

/** Compares in the same time with and without a user: without one, against a hash of an unknown password. */
export async function passwordMatches(stored: string | null | undefined, password: string): Promise<boolean> {
  const against = stored ?? (await dummyHash())
  const matches = await limited(() => verify(against, password.normalize('NFC')))
  return matches && stored !== null && stored !== undefined
}

let dummy: Promise<string> | undefined
function dummyHash(): Promise<string> {
  dummy ??= hash(crypto.randomUUID())
  return dummy
}

/** Hashing is meant to be expensive, so only as many run at once as there are cores; a long queue is refused. */
async function limited<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= atOnceMaximum) {
    if (waiting.length >= queueMaximum) throw new Refusal('unavailable')
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  running++
  try {
    return await work()
  } finally {
    running--
    waiting.shift()?.()
  }
}
