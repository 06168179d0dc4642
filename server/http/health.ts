import { statfs } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#server/core/services.ts'

/** Of the disk that holds our own database: with less PostgreSQL is about to refuse every write. */
const freeMinimum_bytes = 48_000_000
/** How long a write that found no room counts against being ready: the next one says it again. */
const failed_ms = 5_000

/** Out of disk, an error of it, or a database that only reads (53100, 58030, 25006). */
export function noteFailedWrite({ writing, clock }: Services, error: unknown): void {
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && /^(53100|58030|25006)$/.test(code)) writing.failedAt_ms = clock.now().getTime()
}

/** `/api/health`: the process answers. `/api/ready`: what is sent now can be stored. */
export function healthRoutes(app: FastifyInstance): void {
  app.get('/health', { config: { isPublic: true } }, async () => ({ status: 'ok' }))
  app.get('/ready', { config: { isPublic: true } }, async (_request, reply) => {
    const ready = await canWrite(app.services).catch(() => false)
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable' })
  })
}

async function canWrite({ watching, config, writing, clock }: Services): Promise<boolean> {
  if (clock.now().getTime() - writing.failedAt_ms < failed_ms) return false
  // Two words in the log of writes, committed like a posting: a database that only reads or has no room refuses them.
  await watching.query("SELECT pg_logical_emit_message(true, 'mizan', 'ready') WHERE NOT pg_is_in_recovery()")
  const { rows } = await watching.query(
    "SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS reads",
  )
  if (rows[0]?.reads) return false
  if (config.database) return true
  const { bavail, bsize } = await statfs(config.dataDir)
  return bavail * bsize >= freeMinimum_bytes
}
