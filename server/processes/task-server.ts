// A process that does tasks, one after the other. It ends when its parent ends it or dies, or when a task exceeds its limits.
import { Worker } from 'node:worker_threads'
import { Refusal } from '#server/core/refusal.ts'
import type { TaskReply, TaskRequest, TaskWork } from '#server/core/task.ts'

const limits = JSON.parse(process.argv[2] ?? '{}')
/** The processor time in milliseconds at which the task began; 0 between tasks. The watching thread reads it. */
const began = new Int32Array(new SharedArrayBuffer(4))
new Worker(new URL('./watch-limits.ts', import.meta.url), { workerData: { began, limits } }).unref()

const send = (reply: TaskReply): Promise<void> =>
  new Promise((resolve, reject) => process.send?.(reply, (error: Error | null) => (error ? reject(error) : resolve())))

async function answer({ module, input }: TaskRequest): Promise<TaskReply> {
  try {
    const { default: work } = (await import(module)) as { default: TaskWork<unknown, unknown, unknown> }
    return { result: await work(input, (part) => send({ part })) }
  } catch (error) {
    if (!(error instanceof Refusal)) return { error: String((error as Error)?.stack ?? error) }
    const { code, params, errors } = error
    return { refusal: { code, params, errors } }
  }
}

process.on('message', async (request: TaskRequest) => {
  Atomics.store(began, 0, Math.max(1, Math.round(process.cpuUsage().user / 1_000)))
  const reply = await answer(request)
  Atomics.store(began, 0, 0)
  await send(reply)
})
process.on('disconnect', () => process.exit(0))
