import type { Pool } from '../driver/pool.ts'
import { attemptTransaction, inTenant, type Outcome, pauseBefore, type Work } from './transaction.ts'

const membersMaximum = 8
const underwayMaximum = 2
// Fewer members would only wait in the database for the locks of the transaction that is committing. They wait here
// instead, for more members.
const leastToOverlap = 4

type Member = { work: Work<unknown>; resolve(result: unknown): void; reject(error: unknown): void }
type Line = { waiting: Member[]; underway: number; isBoarding: boolean }
const lines = new WeakMap<Pool, Map<number, Line>>()

/**
 * Group commit. Like `inTenant`, for writes that would wait for each other's locks anyway: the requests of one
 * organization that arrive until the previous transaction is committed share the next one. They lock everything they
 * need at once, their statements are pipelined, and one commit makes all of them durable. If one refuses or fails, the
 * transaction is rolled back and each member runs alone, so a refusal never depends on work that was rolled back.
 */
export function inGroupCommit<Result>(pool: Pool, organizationId: number, work: Work<Result>): Promise<Result> {
  const ofPool = lines.get(pool) ?? new Map<number, Line>()
  lines.set(pool, ofPool)
  const line = ofPool.get(organizationId) ?? { waiting: [], underway: 0, isBoarding: false }
  ofPool.set(organizationId, line)
  return new Promise((resolve, reject) => {
    line.waiting.push({ work, resolve: resolve as Member['resolve'], reject })
    depart(pool, organizationId, line)
  })
}

async function depart(pool: Pool, organizationId: number, line: Line): Promise<void> {
  const least = line.underway > 0 ? leastToOverlap : 1
  if (line.isBoarding || line.underway >= underwayMaximum || line.waiting.length < least) return
  const members = line.waiting.splice(0, membersMaximum)
  const works = members.map(({ work }) => work)
  line.isBoarding = true
  line.underway++
  const outcome = await attemptTransaction(pool, organizationId, 'write', works, () => {
    line.isBoarding = false
    depart(pool, organizationId, line)
  })
  // The queue of a group that never reached its commit still accepts members; the queue of one that did may already
  // belong to the next group.
  if (--line.underway === 0) line.isBoarding = false
  if (line.underway === 0 && line.waiting.length === 0) lines.get(pool)?.delete(organizationId)
  // The next group is on its way to the database before these members are answered.
  depart(pool, organizationId, line)
  settle(pool, organizationId, members, outcome)
}

function settle(pool: Pool, organizationId: number, members: Member[], outcome: Outcome<unknown>): void {
  if ('results' in outcome) for (const [index, { resolve }] of members.entries()) resolve(outcome.results[index])
  else if (!outcome.isRepeatable || (members.length === 1 && pauseBefore(1, outcome.error) === undefined))
    for (const { reject } of members) reject(outcome.error)
  else
    for (const { work, resolve, reject } of members) inTenant(pool, organizationId, 'write', work).then(resolve, reject)
}
