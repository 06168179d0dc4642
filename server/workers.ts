import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import { AggregatorRegistry } from 'prom-client'
import type { Config } from './config.ts'
import { createCopies } from './copies/copies.ts'
import { systemClock } from './core/clock.ts'
import type { ConnectionSettings } from './db/driver/pool.ts'
import { answerMetrics } from './http/worker-metrics.ts'
import { StartRefusal } from './start-refusal.ts'

/** What a worker process says to its parent. */
export type WorkerMessage = { ready: string } | { refused: string }
export type Workers = { address: string; stop(): Promise<void> }

const stopMaximum_ms = 15_000
const pause_ms = { least: 200, most: 10_000 }

/**
 * Several processes on one port. This one owns the database and the schedule of copies and answers no requests; each worker is a whole server. A worker that dies is
 * started again. When this process dies, its workers end by themselves.
 */
export async function startWorkers(
  config: Config,
  database: ConnectionSettings,
  tell: (line: string) => void,
): Promise<Workers> {
  // The workers accept from one socket. Handed over by the parent, the connections of a killed worker would hang.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({ exec: new URL('main.ts', import.meta.url).pathname, execArgv: process.execArgv })
  const stopMetrics = answerMetrics(new AggregatorRegistry())
  let isStopping = false
  const startOne = (): Promise<string> => {
    const worker = cluster.fork()
    worker.once('online', () => worker.send({ database }))
    return answerOf(worker).finally(() => watch(worker))
  }
  const watch = (worker: Worker) => {
    worker.once('exit', (code, signal) => {
      if (isStopping) return
      tell(`A worker process ended (${signal ?? code}) and is started again.`)
      void startAgain(pause_ms.least)
    })
  }
  const startAgain = async (delay_ms: number): Promise<void> => {
    await sleep(delay_ms)
    if (isStopping) return
    await startOne().catch((error: Error) => {
      tell(error.message)
      return startAgain(Math.min(delay_ms * 2, pause_ms.most))
    })
  }
  const copies = createCopies(config, systemClock, (error) => tell(String(error)))
  const stop = async () => {
    isStopping = true
    copies.stop()
    stopMetrics()
    await Promise.all(Object.values(cluster.workers ?? {}).map((worker) => worker && end(worker)))
  }
  try {
    const addresses = await Promise.all(Array.from({ length: config.workers }, startOne))
    copies.start()
    return { address: addresses[0] as string, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The address of a worker that listens. A worker that refuses or ends before that fails. */
function answerOf(worker: Worker): Promise<string> {
  return new Promise((resolve, reject) => {
    worker.on('message', (message: WorkerMessage) => {
      if ('ready' in message) resolve(message.ready)
      else if ('refused' in message) reject(new StartRefusal(message.refused))
    })
    worker.once('exit', (code, signal) =>
      reject(new StartRefusal(`A worker process did not start (${signal ?? code}).`)),
    )
  })
}

async function end(worker: Worker): Promise<void> {
  if (worker.isDead()) return
  const ended = new Promise((resolve) => worker.once('exit', resolve))
  worker.process.kill('SIGTERM')
  const impatience = setTimeout(() => worker.process.kill('SIGKILL'), stopMaximum_ms)
  await ended
  clearTimeout(impatience)
}
