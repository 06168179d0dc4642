import type { ConnectionSettings } from '#server/db/driver/pool.ts'
import { runInvariants } from '../test/harness/invariants.ts'

/** Prints every invariant with its count, and answers how many are broken. */
export async function reportInvariants(settings: ConnectionSettings): Promise<number> {
  const results = await runInvariants(settings)
  for (const { name, count, examples, isSkipped } of results) {
    if (isSkipped) {
      console.log(`skipped ${name}: it compares organisations, ask as a superuser or a role with BYPASSRLS`)
      continue
    }
    console.log(`${count === 0 ? 'ok    ' : 'BROKEN'} ${name} ${count}`)
    for (const example of examples) console.log(`         ${JSON.stringify(example)}`)
  }
  return results.filter((one) => one.count > 0).length
}
