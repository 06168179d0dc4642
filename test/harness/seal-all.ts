import type { Pool } from '#server/db/pool.ts'
import { sealEntries } from '#server/journal/sealing.ts'

const most = 200

/** Everything of one organisation, now; answers how many entries that were. */
export async function sealAll(pool: Pool, organizationId: number): Promise<number> {
  for (let sealed = 0; ; ) {
    const more = (await sealEntries(pool, organizationId, most)) ?? 0
    sealed += more
    if (more < most) return sealed
  }
}
