import { sql } from 'kysely'
import type { Pool } from '#server/db/driver/pool.ts'
import { organizationsOf } from '#server/db/organizations.ts'
import { inTenant } from '#server/db/tenant/transaction.ts'
import type { Figure } from '#server/http/metrics.ts'

const age_ms = 300_000
type Watched = { oldest: Date | null; ends: Date | null }

/**
 * Figures of e-invoicing over all organizations, without names. Row security shows one organization at a time, so they are asked one after the other: at most every
 * five minutes, and only the first scrape waits for it.
 */
export function eInvoiceFigures(pool: Pool, now: () => Date): Figure[] {
  let measured: Promise<Watched> | undefined
  let measured_ms = 0
  const measure = (): Promise<Watched> => {
    const at_ms = now().getTime()
    if (measured === undefined || at_ms - measured_ms >= age_ms) {
      const before = measured
      const running = watchAll(pool)
      measured_ms = at_ms
      // Failed: the next scrape asks again. The figures of before are answered meanwhile.
      running.catch(() => {
        measured_ms = 0
      })
      measured = before ? running.catch(() => before) : running
      if (before) return before
    }
    return measured
  }
  const secondsSince = (date: Date) => Math.max(0, (now().getTime() - date.getTime()) / 1000)
  return [
    {
      name: 'e_invoice_oldest_unreported_seconds',
      help: 'Age of the oldest e-invoice that the tax authority has not accepted; 0: there is none',
      read: async () => measure().then(({ oldest }) => (oldest ? secondsSince(oldest) : 0)),
    },
    {
      name: 'e_invoice_certificate_days',
      help: 'Days until the first certificate of a unit ends; -1: there is no certificate',
      aggregator: 'min',
      read: async () =>
        measure().then(({ ends }) => (ends ? Math.max(0, (ends.getTime() - now().getTime()) / 86_400_000) : -1)),
    },
  ]
}

async function watchAll(pool: Pool): Promise<Watched> {
  const all: Watched = { oldest: null, ends: null }
  for (const organization of await organizationsOf(pool)) {
    const { oldest, ends } = await watchOne(pool, organization)
    if (oldest && (!all.oldest || oldest < all.oldest)) all.oldest = oldest
    if (ends && (!all.ends || ends < all.ends)) all.ends = ends
  }
  return all
}

/** A rejected document counts until another attempt of it exists. */
const watchOne = (pool: Pool, organization: number): Promise<Watched> =>
  inTenant(pool, organization, 'read', async (db) => {
    const { rows } = await sql<Watched>`
      SELECT (SELECT min(own.issued_at) FROM e_documents AS own WHERE own.organization_id = ${organization}
          AND own.state IN ('waiting', 'unknown', 'not_sent', 'rejected')
          AND NOT EXISTS (SELECT FROM e_documents AS later WHERE later.organization_id = ${organization}
            AND later.document_id = own.document_id AND later.attempt > own.attempt)) AS oldest,
        (SELECT min(valid_to) FROM e_invoice_units WHERE organization_id = ${organization} AND state = 'live') AS ends`.execute(
      db,
    )
    return rows[0] as Watched
  })
