import type { Pool } from '../driver/pool.ts'
import { attemptTransaction, inTenant, type Outcome, pauseBefore, type Work } from './transaction.ts'

const membersMaximum = 8
const underwayMaximum = 2
// Fewer would only wait in the database for the locks of those whose commit is under way, where they could wait here for more.
const leastToOverlap = 4

type Member = { work: Work<unknown>; resolve(result: unknown): void; reject(error: unknown): void }
type Line = { waiting: Member[]; underway: number; isBoarding: boolean }
const lines = new WeakMap<Pool, Map<number, Line>>()

/**
 * Like `inTenant` for writes that would wait for each other's locks anyway: those of an organisation that come until
 * the one before is committed go together in the next transaction. They lock at once what all of them need, their statements travel
 * behind each other without waiting, and one commit makes them all last. When one of them refuses or fails, nothing of
 * the others is lost: the transaction is undone and each runs by itself, so a refusal never rests on what was undone.
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
  // The line of who never came to his commit is still boarding; that of who did may be boarding for the next by now.
  if (--line.underway === 0) line.isBoarding = false
  if (line.underway === 0 && line.waiting.length === 0) lines.get(pool)?.delete(organizationId)
  // The next are on their way to the database before these are answered.
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
