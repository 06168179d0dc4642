import type { FieldErrors } from '#contract/issues.ts'
import type { RefusalCode } from '#contract/refusals.ts'

/** Work that runs in another process: the module whose default export does it. */
export type Task<Input, Result, Part = never> = { module: string } & { of?: (input: Input, part: Part) => Result }

/** The function that the module of a task exports: `part` sends what is ready before the result. */
export type TaskWork<Input, Result, Part = never> = (
  input: Input,
  part: (value: Part) => Promise<void>,
) => Promise<Result> | Result

/** Names the module of a task. It is loaded by the process that does the work, never by the server. */
export const taskAt = <Input, Result, Part = never>(module: URL): Task<Input, Result, Part> => ({ module: module.href })

export type TaskRequest = { module: string; input: unknown }
export type TaskReply =
  | { part: unknown }
  | { result: unknown }
  | { refusal: { code: RefusalCode; params: Record<string, string | number>; errors: FieldErrors } }
  | { error: string }

/** What one task may use: memory of its process, and processor time. Waiting and a slow machine cost it nothing. */
export type TaskLimits = {
  heap_mb: number
  memory_mb: number
  processor_ms: number
  /** A last guard, for a task that neither works nor ends. */
  wall_ms: number
}

export type FileReader = {
  /**
   * Reads a file of a stranger in a process of its own. A file that needs more memory or time than its limits is refused on `field`; the
   * server and everyone else go on.
   */
  read<Input extends { field: string }, Result, Part = never>(
    organization: number,
    task: Task<Input, Result, Part>,
    input: Input,
    onPart?: (part: Part) => void,
  ): Promise<Result>
  /** The same for pictures, which never wait for long tables. */
  picture: FileReader['read']
  stop(): void
}
