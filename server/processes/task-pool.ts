import { createFairTurns, type TurnLimits } from '#server/core/fair-turns.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Task, TaskLimits } from '#server/core/task.ts'
import { createTaskProcess, type TaskProcess } from './task-process.ts'

export type TaskPool = {
  /** Runs a task when it is the owner's turn: the work of one organization never fills every place. */
  run<Input, Result, Part = never>(
    owner: number,
    task: Task<Input, Result, Part>,
    input: Input,
    onPart?: (part: Part) => void,
  ): Promise<Result>
  stop(): void
}

/** Some processes for tasks of one kind, used in turn by organization. A task that finds no turn in time is refused. */
export function createTaskPool(limits: TaskLimits, turnLimits: TurnLimits): TaskPool {
  const turns = createFairTurns<number>(turnLimits, () => new Refusal('overloaded', { params: { seconds: 5 } }))
  const free: TaskProcess[] = Array.from({ length: turnLimits.running }, () => createTaskProcess(limits))
  const all = [...free]
  return {
    run: (owner, task, input, onPart) =>
      turns.take(owner, async () => {
        // The warm one first.
        const process = free.pop() as TaskProcess
        try {
          return await process.run(task, input, onPart)
        } finally {
          free.push(process)
        }
      }),
    stop: () => {
      for (const process of all) process.stop()
    },
  }
}
