import { type ChildProcess, fork } from 'node:child_process'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Refusal } from '#server/core/refusal.ts'
import type { Task, TaskLimits, TaskReply, TaskRequest } from '#server/core/task.ts'

/** Why a process ended in the middle of a task. */
export type EndReason = 'memory' | 'time' | 'failure'
export class TaskEnded extends Error {
  readonly reason: EndReason
  constructor(reason: EndReason, detail: string) {
    super(detail)
    this.reason = reason
  }
}

export type TaskProcess = {
  /** One task at a time. A process that ended is started again by the next task. */
  run<Input, Result, Part>(
    task: Task<Input, Result, Part>,
    input: Input,
    onPart?: (part: Part) => void,
  ): Promise<Result>
  stop(): void
}
type Running = { resolve(result: unknown): void; reject(error: Error): void; onPart?: (part: never) => void }

const idle_ms = 60_000
/** Requests come first: the work of another process waits for a free core. */
const priority = 10

/**
 * A process of its own for tasks that may need much memory or time, or fail. It begins with the first task and ends after a minute
 * without one. It gets neither the settings of the server nor a network, and may read the files of the program only.
 */
export function createTaskProcess(limits: TaskLimits): TaskProcess {
  let child: ChildProcess | undefined
  let running: Running | undefined
  let idle: NodeJS.Timeout | undefined
  let output = ''

  function end(error: Error): void {
    const [ended, failed] = [child, running]
    child = undefined
    running = undefined
    clearTimeout(idle)
    ended?.removeAllListeners()
    ended?.on('error', () => {})
    ended?.kill('SIGKILL')
    failed?.reject(error)
  }

  function take(reply: TaskReply): void {
    const asked = running
    if ('part' in reply) {
      // Parts come from another process, by the name of the task that was given.
      asked?.onPart?.(reply.part as never)
      return
    }
    running = undefined
    idle = setTimeout(() => end(new Error('idle')), idle_ms).unref()
    if ('result' in reply) asked?.resolve(reply.result)
    else if ('refusal' in reply) asked?.reject(new Refusal(reply.refusal.code, reply.refusal))
    else asked?.reject(new Error(reply.error))
  }

  function start(): ChildProcess {
    output = ''
    const made = fork(new URL('./task-server.ts', import.meta.url), [JSON.stringify(limits)], {
      serialization: 'advanced',
      execArgv: [...bounds, `--max-old-space-size=${limits.heap_mb}`],
      env: {},
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    made.stderr?.on('data', (text) => {
      output = `${output}${text}`.slice(-outputMaximum)
    })
    made.on('message', take)
    made.on('error', (error) => end(new TaskEnded('failure', error.message)))
    made.on('exit', (code, signal) => end(new TaskEnded(reasonOf(code, signal, output), output || `${signal ?? code}`)))
    lower(made)
    // It never keeps the server from ending.
    made.unref()
    made.channel?.unref()
    ;(made.stderr as { unref?(): void } | null)?.unref?.()
    return made
  }

  return {
    run(task, input, onPart) {
      if (running) throw new Error('a process does one task at a time')
      clearTimeout(idle)
      child ??= start()
      const { promise, resolve, reject } = Promise.withResolvers<never>()
      running = { resolve: resolve, reject, ...(onPart && { onPart: onPart }) }
      const last = setTimeout(() => end(new TaskEnded('time', 'the task did not end')), limits.wall_ms)
      const failed = (error: Error | null) => error && end(new TaskEnded('failure', error.message))
      child.send({ module: task.module, input } satisfies TaskRequest, failed)
      return promise.finally(() => clearTimeout(last))
    },
    stop: () => end(new TaskEnded('failure', 'the server stops')),
  }
}

const outputMaximum = 2_000

/** The watching thread names the limit by its signal. V8 aborts a process whose heap is full. */
function reasonOf(code: number | null, signal: string | null, said: string): EndReason {
  if (signal === 'SIGTERM') return 'time'
  if (signal === 'SIGKILL' || /heap|memory/i.test(said)) return 'memory'
  return signal === 'SIGABRT' || code === 134 ? 'memory' : 'failure'
}

function lower({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, priority)
  } catch {
    // Not every system lets it; the limits hold without it.
  }
}

const root = fileURLToPath(new URL('../..', import.meta.url))
/** What Node itself forbids the process: files outside of the program, writing, the network, other programs. */
const bounds = process.allowedNodeEnvironmentFlags.has('--permission')
  ? [
      '--permission',
      `--allow-fs-read=${root}*`,
      '--allow-worker',
      '--allow-addons',
      '--disable-warning=SecurityWarning',
    ]
  : []
