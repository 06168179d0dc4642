import { sql } from 'kysely'
import type { Pool } from '#server/db/driver/pool.ts'
import { organizationsOf } from '#server/db/organizations.ts'
import { inTenant } from '#server/db/tenant/transaction.ts'

type SealingOptions = { pool: Pool; tell: (error: unknown) => void }
export type HashChainWorker = {
  /** An organisation has posted: its entries are sealed before long. */
  wanted(organizationId: number): void
  /** A request is running: background work pauses. */
  noticed(): void
  stop(): Promise<void>
}

const soon_ms = 1_000
const sweepFirst_ms = 20_000
const sweep_ms = 3_600_000
/** As long as a request was seen this short a time ago the server is at work. */
const busy_ms = 1_000
/** The duration of a batch, and how many times longer the pause after it is: a fiftieth of the time under load. */
const batch_ms = 5
const rest = { busy: 50, idle: 1 }
const batch = { least: 5, most: 200 }

/**
 * Hashes posted entries in small batches in the background (accounting rule 4.4). Entries left by a killed server are
 * found by the organisation's next posting or by the sweep. Two servers never hash one organisation at once, because
 * the row of its next number is locked and skipped.
 */
export function createSealing({ pool, tell }: SealingOptions): HashChainWorker {
  const waiting = new Set<number>()
  let size = 25
  let seen_ms = 0
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isStopped = false

  /** One batch of one organisation; then nothing is done for a while. */
  async function turn(organizationId: number): Promise<void> {
    // Waiting organizations take turns: a large backlog of one does not delay the others.
    waiting.delete(organizationId)
    const started = performance.now()
    // Should it fail nothing is lost: the next posting or the sweep asks again.
    const sealed = await hashPendingEntries(pool, organizationId, size).catch(tell)
    // Another worker is active, which may have looked before our latest entries were committed.
    const isTaken = sealed === null
    if (isTaken || sealed === size) waiting.add(organizationId)
    const taken_ms = Math.max(0.5, performance.now() - started)
    if (!isTaken) size = nextSize(size, taken_ms)
    running = undefined
    const rest_ms = taken_ms * (Date.now() - seen_ms < busy_ms ? rest.busy : rest.idle)
    later(isTaken ? Math.max(soon_ms, rest_ms) : rest_ms)
  }

  function later(delay_ms: number): void {
    if (timer || running || isStopped || waiting.size === 0) return
    timer = setTimeout(() => {
      timer = undefined
      const [next] = waiting
      if (next !== undefined) running = turn(next)
    }, delay_ms).unref()
  }

  function wanted(...organizationIds: number[]): void {
    for (const id of organizationIds) waiting.add(id)
    later(soon_ms)
  }
  const sweep = () => organizationsOf(pool).then((all) => wanted(...all), tell)
  const sweeps = [setTimeout(sweep, sweepFirst_ms).unref(), setInterval(sweep, sweep_ms).unref()]

  return {
    wanted,
    noticed() {
      seen_ms = Date.now()
    },
    async stop() {
      isStopped = true
      for (const one of [timer, ...sweeps]) clearTimeout(one)
      await running
    },
  }
}

/** The next entries of an organization in the order of their numbers; null while another worker is active. */
export const hashPendingEntries = (pool: Pool, organizationId: number, most: number): Promise<number | null> =>
  inTenant(pool, organizationId, 'write', async (db) => {
    const { rows } = await sql<{ sealed: number | null }>`
      SELECT extend_hash_chain(${organizationId}::bigint, ${most}::integer) AS sealed`.execute(db)
    return rows[0]?.sealed ?? null
  })

/** As many as the wanted time suffices for, nearing it by halves. */
const nextSize = (size: number, taken_ms: number): number =>
  Math.round(Math.min(batch.most, size * 2, Math.max(batch.least, size / 2, (size * batch_ms) / taken_ms)))
