import type { Pool } from './pool.ts'
import { inTenant, type Outcome, once, pauseBefore, type Work } from './tenant.ts'

const membersMaximum = 8

type Member = { work: Work<unknown>; resolve(result: unknown): void; reject(error: unknown): void }
type Line = { waiting: Member[]; isUnderway: boolean }
const lines = new WeakMap<Pool, Map<number, Line>>()

/**
 * Like `inTenant` for writes that would wait for each other's locks anyway: those of an organisation that come until
 * the one before is committed go together in the next transaction. They lock at once what all of them need, their statements travel
 * behind each other without waiting, and one commit makes them all last. When one of them refuses or fails, nothing of
 * the others is lost: the transaction is undone and each runs by itself, so a refusal never rests on what was undone.
 */
export function inSharedTenant<Result>(pool: Pool, organizationId: number, work: Work<Result>): Promise<Result> {
  const ofPool = lines.get(pool) ?? new Map<number, Line>()
  lines.set(pool, ofPool)
  const line = ofPool.get(organizationId) ?? { waiting: [], isUnderway: false }
  ofPool.set(organizationId, line)
  return new Promise((resolve, reject) => {
    line.waiting.push({ work, resolve: resolve as Member['resolve'], reject })
    depart(pool, organizationId, line)
  })
}

async function depart(pool: Pool, organizationId: number, line: Line): Promise<void> {
  if (line.isUnderway) return
  if (line.waiting.length === 0) return void lines.get(pool)?.delete(organizationId)
  line.isUnderway = true
  const members = line.waiting.splice(0, membersMaximum)
  const works = members.map(({ work }) => work)
  const outcome = await once(pool, organizationId, 'write', works)
  line.isUnderway = false
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
