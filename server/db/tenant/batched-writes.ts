import type { RawBuilder } from 'kysely'

/** One statement for what several have handed over; answers each of them, in their order. */
export type BatchedStatement<Part, Answer> = (parts: readonly Part[]) => Promise<readonly Answer[]>
/** What no answer shows, as expressions of a WITH: they travel in one statement with those of the others. */
export type BatchedWrite<Part> = (parts: readonly Part[]) => RawBuilder<unknown>

type Handed = { part: unknown; resolve(answer: unknown): void; reject(error: unknown): void }
type Statement = BatchedStatement<never, unknown>
type Sending = {
  /** Gives a statement's outcome to the commit. */
  send(outcome: Promise<unknown>): void
  /** Runs what is kept, as one statement. */
  execute(kept: readonly RawBuilder<unknown>[]): Promise<unknown>
}

/**
 * What those who share a transaction send by the same statement, once the last of them has handed over what he writes,
 * and with the commit at the latest. First what answers are made of, then in one statement what no answer shows: entries,
 * moves, the log of who did what.
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
      // Who waits for nothing hears of it at the commit.
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
    /** Nothing more will be sent: whoever waits is told. */
    end(error: unknown): void {
      for (const all of written.values()) for (const { reject } of all) reject(error)
    },
  }
}
