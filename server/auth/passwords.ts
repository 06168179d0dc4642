import { hash, verify } from '@node-rs/argon2'
import { Refusal } from '#server/core/refusal.ts'

// argon2id with the library's defaults: 19 MiB, 2 passes, 1 lane (OWASP's minimum).
const atOnceMaximum = 2
const queueMaximum = 32
let running = 0
const waiting: (() => void)[] = []

export const hashPassword = (password: string): Promise<string> => limited(() => hash(password.normalize('NFC')))

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
