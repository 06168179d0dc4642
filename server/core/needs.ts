import type { Context } from '#server/core/context.ts'

/** The order in which every write locks, so that two writes of the same rows wait for each other and never both. */
const lockOrder = ['years', 'documents', 'records', 'stock'] as const

/**
 * One thing that a rule must know before it decides. `load` sends its statements without waiting for another need; the first of them
 * locks. A need without a lock is read once everything is locked.
 */
export type Need<Fact> = { lock?: (typeof lockOrder)[number]; load(context: Context): Promise<Fact> }
// biome-ignore lint/suspicious/noExplicitAny: a need of any fact
export type Needs = Record<string, Need<any>>
export type FactsOf<Named extends Needs> = {
  [Name in keyof Named]: Named[Name] extends Need<infer Fact> ? Fact : never
}

/** A need without a lock of its own. */
export const read = <Fact>(load: (context: Context) => Promise<Fact>): Need<Fact> => ({ load })

/** A need that is known without the database. */
export const known = <Fact>(fact: Fact): Need<Fact> => ({ load: async () => fact })

const rankOf = ({ lock }: Need<unknown>) => (lock === undefined ? lockOrder.length : lockOrder.indexOf(lock))

/** Takes all locks in their order and reads all facts, in one round trip. */
export async function takeFacts<Named extends Needs>(context: Context, needs: Named): Promise<FactsOf<Named>> {
  const ordered = Object.entries(needs).toSorted(([, one], [, other]) => rankOf(one) - rankOf(other))
  const facts = await Promise.all(ordered.map(async ([name, need]) => [name, await need.load(context)] as const))
  return Object.fromEntries(facts) as FactsOf<Named>
}
