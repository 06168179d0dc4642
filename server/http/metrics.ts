import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Gauge, Histogram, Registry } from 'prom-client'
import type { Services } from '#server/core/services.ts'
import { metricsOfAll } from './worker-metrics.ts'

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * `/api/metrics` in the format of Prometheus, protected by METRICS: a token the scraper sends as bearer. Database
 * figures are read when scraped. No label names an organisation or a person.
 */
export function metricsRoutes(app: FastifyInstance, figures: readonly Figure[] = []): void {
  const { metricsToken } = app.services.config
  if (metricsToken === undefined) return
  const registry = new Registry()
  const requests = new Histogram({
    name: 'mizan_request_seconds',
    help: 'Requests by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: seconds,
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
  const measureOwn = gaugesOf(registry)
  const measureFigures = figuresOf(registry, figures)
  const measure = (services: Services) => Promise.all([measureOwn(services), measureFigures()]).then(() => {})
  const read = metricsOfAll(registry, () => measure(app.services))
  app.get('/metrics', { config: { isPublic: true } }, async (request, reply) => {
    if (!isToken(request.headers.authorization, metricsToken)) return reply.code(401).send({ status: 'unauthorized' })
    const figures = await read()
    if (figures === null) return reply.code(503).send({ status: 'unavailable' })
    return reply.header('content-type', registry.contentType).send(figures)
  })
}

/** A figure of a family, read at each scrape. Of several processes the largest counts unless said otherwise. */
export type Figure = { name: string; help: string; aggregator?: 'max' | 'min'; read(): Promise<number> }

function figuresOf(registry: Registry, figures: readonly Figure[]): () => Promise<void> {
  const gauges = figures.map(({ name, help, aggregator = 'max', read }) => {
    const gauge = new Gauge({ name: `mizan_${name}`, help, registers: [registry], aggregator })
    // A figure that cannot be read stays as it was; `mizan_database_up` says why.
    return () =>
      read().then(
        (value) => gauge.set(value),
        () => {},
      )
  })
  return async () => void (await Promise.all(gauges.map((measure) => measure())))
}

type Measured = { outbox_waiting: number; outbox_oldest_s: number }

function gaugesOf(registry: Registry) {
  // Figures of the database are the same for all processes: of several the latest measured counts, not their sum.
  const gauge = (name: string, help: string, aggregator: 'max' | 'min' | 'sum' = 'max') =>
    new Gauge({ name: `mizan_${name}`, help, registers: [registry], aggregator })
  const pool = new Gauge({
    name: 'mizan_pool_connections',
    help: 'Connections to the database',
    labelNames: ['state'],
    registers: [registry],
  })
  const lag = gauge('standby_lag_seconds', 'How far the standby for reports is behind; -1: it is not used')
  const up = gauge('database_up', 'Whether the database answered', 'min')
  const memory = gauge('resident_bytes', 'Resident memory of the processes', 'sum')
  const waiting = gauge('outbox_waiting', 'Messages that are not sent yet')
  const proved = gauge('proved_copy_timestamp_seconds', 'When the last scheduled copy was proved; 0: none was')
  const differences = gauge(
    'proved_copy_differences',
    'What the last scheduled copy did not hold; -1: it could not be restored',
  )
  const oldest = gauge('outbox_oldest_seconds', 'Age of the message that has been due longest')
  return async ({ pool: connections, watching, copies, reading, config }: Services): Promise<void> => {
    const last = copies.last()
    if (copies.schedule) proved.set(last?.proved_at ? Date.parse(last.proved_at) / 1000 : 0)
    if (copies.schedule) differences.set(last?.differences ?? -1)
    pool.set({ state: 'total' }, connections.totalCount)
    pool.set({ state: 'idle' }, connections.idleCount)
    pool.set({ state: 'waiting' }, connections.waitingCount)
    if (config.databaseRead) lag.set(reading.lag_s() ?? -1)
    memory.set(process.memoryUsage.rss())
    const found = await watching
      .query<Measured>(
        `SELECT count(*)::int AS outbox_waiting, coalesce(extract(epoch FROM now() - min(due_at) FILTER (WHERE due_at <= now())), 0)::float8 AS outbox_oldest_s
         FROM outbox_directory`,
      )
      .then(({ rows }) => rows[0])
      .catch(() => undefined)
    up.set(found ? 1 : 0)
    if (!found) return
    waiting.set(found.outbox_waiting)
    oldest.set(found.outbox_oldest_s)
  }
}

/** In constant time: the token opens nothing else, but it is a secret all the same. */
function isToken(header: string | undefined, token: string): boolean {
  const given = Buffer.from(header ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
