import type { Pool } from './pool.ts'
import { inTenant, once, pauseBefore, type Work } from './tenant.ts'

const membersMaximum = 8
const underwayMaximum = 2
// Whoever is alone behind a commit would only wait in the database for its locks, where falling asleep and waking cost more
// than what he could look up meanwhile.
const leastToOverlap = 2

type Member = { work: Work<unknown>; resolve(result: unknown): void; reject(error: unknown): void }
type Line = { waiting: Member[]; underway: number; isBoarding: boolean }
const lines = new WeakMap<Pool, Map<number, Line>>()

/**
 * Like `inTenant` for writes that would wait for each other's locks anyway: those of an organisation that come until
 * the one before commits go together in the next transaction. They lock at once what all of them need, their statements travel
 * behind each other without waiting, and one commit makes them all last. When one of them refuses or fails, nothing of
 * the others is lost: the transaction is undone and each runs by itself, so a refusal never rests on what was undone.
 */
export function inSharedTenant<Result>(pool: Pool, organizationId: number, work: Work<Result>): Promise<Result> {
  const ofPool = lines.get(pool) ?? new Map<number, Line>()
  lines.set(pool, ofPool)
  const line = ofPool.get(organizationId) ?? { waiting: [], underway: 0, isBoarding: false }
  ofPool.set(organizationId, line)
  return new Promise((resolve, reject) => {
    line.waiting.push({ work, resolve: resolve as Member['resolve'], reject })
    depart(pool, organizationId, line)
  })
}

function depart(pool: Pool, organizationId: number, line: Line): void {
  if (line.isBoarding || line.underway >= underwayMaximum || line.waiting.length === 0) return
  if (line.underway > 0 && line.waiting.length < leastToOverlap) return
  const members = line.waiting.splice(0, membersMaximum)
  line.isBoarding = true
  line.underway++
  let isBoarding = true
  const committing = () => {
    if (isBoarding) line.isBoarding = false
    isBoarding = false
    depart(pool, organizationId, line)
  }
  run(pool, organizationId, members, committing).finally(() => {
    line.underway--
    committing()
    if (line.underway === 0 && line.waiting.length === 0) lines.get(pool)?.delete(organizationId)
  })
}

async function run(pool: Pool, organizationId: number, members: Member[], onCommit: () => void): Promise<void> {
  const works = members.map(({ work }) => work)
  const outcome = await once(pool, organizationId, 'write', works, onCommit)
  if ('results' in outcome) for (const [index, { resolve }] of members.entries()) resolve(outcome.results[index])
  else if (!outcome.isUndone || (members.length === 1 && pauseBefore(1, outcome.error) === undefined))
    for (const { reject } of members) reject(outcome.error)
  else
    for (const { work, resolve, reject } of members) inTenant(pool, organizationId, 'write', work).then(resolve, reject)
}
