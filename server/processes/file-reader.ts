import { Refusal } from '#server/core/refusal.ts'
import type { FileReader } from '#server/core/task.ts'
import { createTaskPool, type TaskPool } from './task-pool.ts'
import { TaskEnded } from './task-process.ts'

const tableLimits = { heap_mb: 400, memory_mb: 800, processor_ms: 60_000, wall_ms: 600_000 }
const tableTurns = { running: 2, runningOfOne: 1, waiting: 12, waitingOfOne: 3, patience_ms: 30_000 }
const pictureLimits = { heap_mb: 100, memory_mb: 500, processor_ms: 8_000, wall_ms: 15_000 }
/** Pictures are read inside of a transaction: few wait, and not for long. */
const pictureTurns = { running: 1, runningOfOne: 1, waiting: 6, waitingOfOne: 2, patience_ms: 4_000 }

/** Where files from outside are read. The processes begin with the first file. */
export function createFileReader(tell: (error: unknown) => void, limits = tableLimits): FileReader {
  const tables = createTaskPool(limits, tableTurns)
  const pictures = createTaskPool(pictureLimits, pictureTurns)
  const readIn =
    (pool: TaskPool): FileReader['read'] =>
    (organization, task, input, onPart) =>
      pool.run(organization, task, input, onPart).catch((error) => {
        if (!(error instanceof TaskEnded)) throw error
        tell(error)
        throw new Refusal(refusalOf[error.reason], { field: input.field })
      })
  return {
    read: readIn(tables),
    picture: readIn(pictures),
    stop: () => {
      for (const pool of [tables, pictures]) pool.stop()
    },
  }
}

const refusalOf = { memory: 'file_needs_memory', time: 'file_needs_time', failure: 'file_stopped_reader' } as const
