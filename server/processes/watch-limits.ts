// A thread of a process of tasks. It also looks while the task leaves no turn to anything else, and ends the process by a signal
// whose name says which limit was exceeded.
import { workerData } from 'node:worker_threads'
import type { TaskLimits } from '#server/core/task.ts'

const { began, limits } = workerData as { began: Int32Array; limits: TaskLimits }
const lookEvery_ms = 50

setInterval(() => {
  const start_ms = Atomics.load(began, 0)
  if (start_ms === 0) return
  if (process.memoryUsage.rss() > limits.memory_mb * 1_000_000) process.kill(process.pid, 'SIGKILL')
  if (process.cpuUsage().user / 1_000 - start_ms > limits.processor_ms) process.kill(process.pid, 'SIGTERM')
}, lookEvery_ms)
