import { statfs } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#server/core/services.ts'

/** Free space on the disk of the embedded database. Below it PostgreSQL is about to refuse every write. */
const freeMinimum_bytes = 48_000_000
/** How long a failed write makes the server unready. The next failure extends it. */
const failed_ms = 5_000

/** Disk full, disk error, or a read-only database (53100, 58030, 25006). */
export function noteFailedWrite({ writing, clock }: Services, error: unknown): void {
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && /^(53100|58030|25006)$/.test(code)) writing.failedAt_ms = clock.now().getTime()
}

/** `/api/health`: the process answers. `/api/ready`: a write sent now can be stored. */
export function healthRoutes(app: FastifyInstance): void {
  app.get('/health', { config: { isPublic: true } }, async () => {
    const last = app.services.copies.schedule && app.services.copies.last()
    const proved = last && { last_proved_copy: { at: last.proved_at, differences: last.differences } }
    const { config, reading } = app.services
    const standby = config.databaseRead && { standby: { is_used: reading.lag_s() !== null, lag_s: reading.lag_s() } }
    return { status: 'ok', ...proved, ...standby }
  })
  app.get('/ready', { config: { isPublic: true } }, async (_request, reply) => {
    const ready = await canWrite(app.services).catch(() => false)
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable' })
  })
}

async function canWrite({ watching, config, writing, clock }: Services): Promise<boolean> {
  if (clock.now().getTime() - writing.failedAt_ms < failed_ms) return false
  // A small message in the write-ahead log, committed like a posting: a read-only or full database refuses it.
  await watching.query("SELECT pg_logical_emit_message(true, 'mizan', 'ready') WHERE NOT pg_is_in_recovery()")
  const { rows } = await watching.query(
    "SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS reads",
  )
  if (rows[0]?.reads) return false
  if (config.database) return true
  const { bavail, bsize } = await statfs(config.dataDir)
  return bavail * bsize >= freeMinimum_bytes
}
