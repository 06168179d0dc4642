import cluster, { type Worker } from 'node:cluster'
import { AggregatorRegistry, type Registry } from 'prom-client'

type MetricsRequest = { metrics_wanted: number }
/** null: a worker did not answer, for example because it is being started. Figures without it would look like a restart. */
type MetricsAnswer = { metrics: string | null; answers: number }

/** In the parent: answers a worker that is scraped with the figures of all of them. Returns how to stop. */
export function answerMetrics(all: AggregatorRegistry<'text/plain; version=0.0.4; charset=utf-8'>): () => void {
  const answer = async (worker: Worker, message: Partial<MetricsRequest>) => {
    const { metrics_wanted } = message
    if (metrics_wanted === undefined) return
    const metrics = await all.clusterMetrics().catch(() => null)
    if (worker.isConnected()) worker.send({ metrics, answers: metrics_wanted } satisfies MetricsAnswer)
  }
  cluster.on('message', answer)
  return () => void cluster.off('message', answer)
}

let asked = 0

/** The figures of all workers, each measured now. A process that has no siblings answers its own. */
export function metricsOfAll(registry: Registry, measure: () => Promise<void>): () => Promise<string | null> {
  if (!cluster.isWorker) return () => measure().then(() => registry.metrics())
  const read = registry.getMetricsAsJSON.bind(registry)
  registry.getMetricsAsJSON = () => measure().then(read)
  AggregatorRegistry.setRegistries(registry)
  // Made for its effect: it listens for the question of the parent.
  new AggregatorRegistry()
  return () =>
    new Promise((resolve) => {
      const metrics_wanted = ++asked
      const listen = (message: Partial<MetricsAnswer>) => {
        if (message.answers !== metrics_wanted) return
        process.off('message', listen)
        resolve(message.metrics ?? null)
      }
      process.on('message', listen)
      process.send?.({ metrics_wanted } satisfies MetricsRequest)
    })
}
