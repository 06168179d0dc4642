import type { ConnectionSettings } from '#server/db/driver/pool.ts'
import { type BrokenCounts, brokenSince, runInvariants } from '../test/harness/invariants.ts'

/** Prints every invariant with its count, and answers how many are broken: of a copy, those that its original did not break as much. */
export async function reportInvariants(settings: ConnectionSettings, original: BrokenCounts = {}): Promise<number> {
  const results = await runInvariants(settings)
  const broken = brokenSince(results, original)
  for (const { name, count, examples, isSkipped } of results) {
    if (isSkipped) {
      console.log(`skipped ${name}: it compares organisations, ask as a superuser or a role with BYPASSRLS`)
      continue
    }
    const isBroken = broken.some((one) => one.name === name)
    const verdict = isBroken ? 'BROKEN' : count === 0 ? 'ok    ' : 'as it was when the copy was made: BROKEN'
    console.log(`${verdict} ${name} ${count}`)
    for (const example of examples) console.log(`         ${JSON.stringify(example)}`)
  }
  return broken.length
}
