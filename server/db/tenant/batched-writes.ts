import type { RawBuilder } from 'kysely'

/** One statement for the items of several members; answers each item, in their order. */
export type BatchedStatement<Part, Answer> = (parts: readonly Part[]) => Promise<readonly Answer[]>
/** Writes that no answer shows, as expressions of a WITH: they share one statement with those of the other members. */
export type BatchedWrite<Part> = (parts: readonly Part[]) => RawBuilder<unknown>

type Handed = { part: unknown; resolve(answer: unknown): void; reject(error: unknown): void }
type Statement = BatchedStatement<never, unknown>
type Sending = {
  /** Hands the outcome of a statement to the commit. */
  send(outcome: Promise<unknown>): void
  /** Runs the collected items as one statement. */
  execute(kept: readonly RawBuilder<unknown>[]): Promise<unknown>
}

/**
 * The statements that members of one transaction share. They are sent when the last member has handed over its items,
 * at the latest with the commit: first what answers are made of, then, in one statement, what no answer shows (entries,
 * stock moves, the audit log).
 */
export function createBatchedWrites({ send, execute }: Sending) {
  const written = new Map<Statement, Handed[]>()
  const kept = new Map<BatchedWrite<never>, unknown[]>()
  const run = async (statement: Statement, all: readonly Handed[]) => {
    try {
      const answers = await (statement as BatchedStatement<unknown, unknown>)(all.map(({ part }) => part))
      for (const [index, { resolve }] of all.entries()) resolve(answers[index])
    } catch (error) {
      for (const { reject } of all) reject(error)
      throw error
    }
  }
  const sendWritten = () => {
    const all = [...written]
    written.clear()
    for (const [statement, parts] of all) send(run(statement, parts))
  }
  const sendKept = () => {
    const all = [...kept]
    kept.clear()
    if (all.length > 0) send(execute(all.map(([write, parts]) => (write as BatchedWrite<unknown>)(parts))))
  }
  return {
    write<Part, Answer>(statement: BatchedStatement<Part, Answer>, part: Part): Promise<Answer> {
      const { promise, resolve, reject } = Promise.withResolvers<Answer>()
      // A caller that does not wait receives the failure at the commit.
      promise.catch(() => {})
      const all = written.get(statement) ?? []
      all.push({ part, resolve: resolve as Handed['resolve'], reject })
      written.set(statement, all)
      return promise
    },
    enqueue<Part>(write: BatchedWrite<Part>, part: Part): void {
      const all = kept.get(write) ?? []
      all.push(part)
      kept.set(write, all)
    },
    sendAll(): void {
      sendWritten()
      sendKept()
    },
    /** Nothing more will be sent: every waiting caller is rejected. */
    end(error: unknown): void {
      for (const all of written.values()) for (const { reject } of all) reject(error)
    },
  }
}
