import type { Pool } from '#server/db/driver/pool.ts'
import { hashPendingEntries } from '#server/journal/hash-chain-worker.ts'

const most = 200

/** Everything of one organisation, now; answers how many entries that were. */
export async function sealAll(pool: Pool, organizationId: number): Promise<number> {
  for (let sealed = 0; ; ) {
    const more = (await hashPendingEntries(pool, organizationId, most)) ?? 0
    sealed += more
    if (more < most) return sealed
  }
}
